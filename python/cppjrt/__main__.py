from cppjrt._command import main

main()
