import { once } from 'node:events';
import type { Connection } from 'pg';
import Cursor from 'pg-cursor';

/**
 * Reads rows as they come. Left to itself, the library's cursor waits for ever for the answer to its end when its
 * connection is lost: whoever reads would neither learn of it nor give the connection back.
 */
export class PostgresCursor<Row> extends Cursor<Row> {
  #connection: Connection | undefined;

  constructor(query: string, values: unknown[]) {
    super(query, values);
    const { submit } = this;
    this.submit = (connection) => {
      this.#connection = connection;
      submit.call(this, connection);
    };
  }

  override close(): Promise<void>;
  override close(callback: (error: Error) => void): undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    return callback ? super.close(callback) : this.#closeUnlessLost();
  }

  async #closeUnlessLost(): Promise<void> {
    const stream = this.#connection?.stream;
    if (!stream) return super.close();
    if (stream.destroyed) return;
    const isClosed = new AbortController();
    const isLost = once(stream, 'close', { signal: isClosed.signal }).catch(() => undefined);
    await Promise.race([super.close(), isLost]);
    isClosed.abort();
  }
}
