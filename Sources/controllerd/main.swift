import ControllerHost
import SampleApplications

let daemon = ControllerDaemon(name: "controllerd", defaultScenes: ["multiview"])
daemon.registerSamples()
daemon.main()
