// The functions of this library have records, so nothing needs to be declared here.
