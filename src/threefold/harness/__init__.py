"""Live integration, one package or module for each harness."""
