import Testing

/// The whole product over real sockets, one journey at a time: two of them would fight over the
/// cores whose time they measure.
@Suite(.serialized) enum Journey {}
