import ControllerHost
import SampleApplications

let daemon = ControllerDaemon(name: "controllerd", defaultScenes: ["multiview", "segments", "maps"])
daemon.registerSamples()
daemon.main()
