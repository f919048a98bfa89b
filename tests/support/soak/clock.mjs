// Sets the clock of a server's process ahead or back, by the milliseconds in CLOCK_OFFSET.
const offset = Number(process.env.CLOCK_OFFSET);
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  constructor(...values) {
    super(...(values.length === 0 ? [SystemDate.now() + offset] : values));
  }
  static now() {
    return SystemDate.now() + offset;
  }
};
