const secret = 'a secret of a server that lives as long as a measurement';

module.exports = ({ env }) => ({
  serveAdminPanel: env.bool('SERVE_ADMIN', false),
  auth: { secret },
  apiToken: { salt: secret },
  transfer: { token: { salt: secret } },
  secrets: { encryptionKey: secret },
  flags: { nps: false, promoteEE: false },
});
