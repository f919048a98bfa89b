import type Database from 'better-sqlite3';

/** Prepared statements that replace the rows of a product's variants, and nothing else. */
export const createVariantWriter = (database: Database.Database) => {
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec('create table variant (position integer primary key, content text not null)');
  const clear = database.prepare('delete from variant');
  const insert = database.prepare('insert into variant values (?, ?)');
  return database.transaction((variants: readonly object[]) => {
    clear.run();
    for (const [position, variant] of variants.entries()) insert.run(position, JSON.stringify(variant));
  });
};
