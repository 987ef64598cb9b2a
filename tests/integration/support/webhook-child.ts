import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { handler } from '@prosa/functions/http/webhooks/handler.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The webhook function in a process of its own, so that it can be killed between any two awaits. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const event: APIGatewayProxyEventV2 = {
      version: '2.0',
      routeKey: 'POST /api/webhooks/meta',
      rawPath: '/api/webhooks/meta',
      rawQueryString: '',
      headers: { 'x-hub-signature-256': String(request.headers['x-hub-signature-256']) },
      requestContext: {
        accountId: 'local',
        apiId: 'local',
        domainName: 'localhost',
        domainPrefix: 'localhost',
        http: {
          method: 'POST',
          path: '/api/webhooks/meta',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        requestId: 'child',
        routeKey: 'POST /api/webhooks/meta',
        stage: '$default',
        time: '',
        timeEpoch: 0,
      },
      body: Buffer.concat(chunks).toString('base64'),
      isBase64Encoded: true,
    };
    handler(event).then(
      (result) => response.writeHead(result.statusCode ?? 200).end(result.body),
      () => response.destroy(),
    );
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.(address.port);
  // Flushed now, because the process is killed and never reaches its end.
  flushCompileCache();
});
process.once('disconnect', () => process.exit());
