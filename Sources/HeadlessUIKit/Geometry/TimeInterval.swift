/// A span of time, in seconds.
public typealias TimeInterval = Double
