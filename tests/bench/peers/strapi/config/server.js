module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT', 0),
  app: { keys: ['a key that signs nothing here'] },
  logger: { updates: { enabled: false }, startup: { enabled: false } },
});
