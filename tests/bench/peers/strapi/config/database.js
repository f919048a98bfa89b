module.exports = ({ env }) => ({
  connection: {
    client: 'sqlite',
    connection: { filename: env('DATABASE_FILE') },
    useNullAsDefault: true,
    pool: {
      // What the server that is measured promises: Strapi itself leaves both to the driver.
      afterCreate: (connection, done) => {
        connection.exec('PRAGMA journal_mode = WAL');
        connection.exec('PRAGMA synchronous = FULL');
        done(null, connection);
      },
    },
  },
});
