// The class of this library has a record, so nothing needs to be declared here.
