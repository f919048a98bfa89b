// The first page of products over HTTP, without sessions, schemas or logs.
import { createServer } from 'node:http';
import Database from 'better-sqlite3';

const database = new Database(process.argv[2], { readonly: true });
const rows = database.prepare(`
  select product.*, category.name as "categoryName"
  from (select * from product order by _id desc limit 10) as product
  left join category on category._id = product."categoryId"`);
const total = database.prepare('select count(*) as total from product');

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: rows.all(), ...total.get() }));
});
server.listen(0, '127.0.0.1', () => process.parentPort.postMessage(`http://127.0.0.1:${server.address().port}/`));
