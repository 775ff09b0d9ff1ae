import { createServer } from 'node:http';

/**
 * The baseline: the least work that Node can do for the same requests. GET answers a constant of the page's size; POST parses and echoes
 * its body.
 * `PORT` and `BYTES`, the size of the answer to GET, are in the environment.
 */
const { PORT, BYTES } = process.env;
const constant = JSON.stringify('x'.repeat(Number(BYTES) - 2));

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': constant.length });
    response.end(constant);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const echo = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(echo) });
    response.end(echo);
  });
});
server.listen(Number(PORT), '127.0.0.1');
