public import ControllerHost
import HeadlessUIKit

extension ControllerDaemon {
  /// Makes the sample applications known.
  public func registerSamples() {
    register("multiview") { MultiviewAppDelegate() }
    register("multiview-contained") { MultiviewAppDelegate(containment: .contained) }
    register("segments") { SegmentsAppDelegate() }
    register("maps") { MapsAppDelegate() }
  }
}
