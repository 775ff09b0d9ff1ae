import { createServer } from 'node:http';

/**
 * The baseline: the least work that Node can do for the same requests. GET answers a constant of the page's size; POST parses and echoes
 * its body.
 * Run as `node bench/raw.ts PORT BYTES`.
 */
const [port, bytes] = process.argv.slice(2).map(Number);
const constant = JSON.stringify('x'.repeat((bytes ?? 2) - 2));

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
server.listen(port, '127.0.0.1');
