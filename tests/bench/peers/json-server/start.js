const jsonServer = require('json-server');

const app = jsonServer.create();
app.use(jsonServer.defaults({ logger: false, static: __dirname }));
app.use(jsonServer.router(process.env.DATABASE_FILE));
const server = app.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })),
);
