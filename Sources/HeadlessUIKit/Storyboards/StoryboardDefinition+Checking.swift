extension StoryboardDefinition {
  static func places(of scenes: [Scene]) throws(StoryboardError) -> [String: Int] {
    var places: [String: Int] = [:]
    for (place, scene) in scenes.enumerated() {
      guard places.updateValue(place, forKey: scene.id) == nil else { throw .duplicateScene(scene.id) }
    }
    return places
  }

  static func identifiers(of scenes: [Scene]) throws(StoryboardError) -> [String: Int] {
    var places: [String: Int] = [:]
    for (place, scene) in scenes.enumerated() {
      guard let identifier = scene.identifier else { continue }
      if let other = places.updateValue(place, forKey: identifier) {
        throw .duplicateIdentifier(identifier, scenes: [scenes[other].id, scene.id])
      }
    }
    return places
  }

  static func check(_ scene: Scene, ids: [String], places: [String: Int]) throws(StoryboardError) {
    var names: Set<String> = []
    var containers: Set<String> = []
    for segue in scene.segues {
      guard places[segue.destination] != nil else {
        throw .unknownDestination(
          segue.destination, segue: segue.identifier, scene: scene.id,
          nearest: SpellingHint.nearest(to: segue.destination, in: ids))
      }
      if let name = segue.identifier, !names.insert(name).inserted { throw .duplicateSegue(name, scene: scene.id) }
      guard case .embed(let container) = segue.kind else { continue }
      guard containers.insert(container).inserted else { throw .duplicateContainer(container, scene: scene.id) }
      if let control = segue.control { throw .controlOfEmbedSegue(control, scene: scene.id) }
    }
  }

  /// Scenes that embed one another in a circle would load views without end.
  func checkEmbedding() throws(StoryboardError) {
    var isChecked = [Bool](repeating: false, count: scenes.count)
    var path: [Int] = []
    for place in scenes.indices { try follow(place, &path, &isChecked) }
  }

  private func follow(_ place: Int, _ path: inout [Int], _ isChecked: inout [Bool]) throws(StoryboardError) {
    if let start = path.firstIndex(of: place) {
      throw .cyclicEmbedding((path[start...] + [place]).map { scenes[$0].id })
    }
    guard !isChecked[place] else { return }
    path.append(place)
    for segue in scenes[place].segues {
      guard case .embed = segue.kind, let next = self.place(ofScene: segue.destination) else { continue }
      try follow(next, &path, &isChecked)
    }
    path.removeLast()
    isChecked[place] = true
  }
}
