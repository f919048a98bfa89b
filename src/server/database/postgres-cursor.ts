import { once } from 'node:events';
import type { Connection } from 'pg';
import Cursor from 'pg-cursor';

/**
 * Also closes when the connection is lost. The library's cursor would wait forever for the reply, so that its reader
 * would neither get an error nor release the connection.
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
