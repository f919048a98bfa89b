/** Ends a command with a message. */
export const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

/** Reads the arguments of a command. If they are wrong, the command ends with its usage. */
export const readArguments = <Options>(usage: string, read: () => Options): Options => {
  try {
    return read();
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};
