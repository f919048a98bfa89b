/** Says where it listens, which token may do all, and how durable a write is, in one line. */
const announce = async ({ strapi }) => {
  const { accessKey } = await strapi.service('admin::api-token').create({
    name: `bench ${Date.now()}`,
    type: 'full-access',
    lifespan: null,
  });
  const [{ journal_mode: journal }] = await strapi.db.connection.raw('PRAGMA journal_mode');
  const [{ synchronous }] = await strapi.db.connection.raw('PRAGMA synchronous');
  const { httpServer } = strapi.server;
  httpServer.once('listening', () => {
    const url = `http://127.0.0.1:${httpServer.address().port}`;
    console.log(JSON.stringify({ url, token: accessKey, journal, synchronous }));
  });
};

module.exports = { bootstrap: announce };
