import { createHash } from 'node:crypto';
import type { ProviderAccount } from '@prosa/functions/channels/driver.ts';
import { cloudDriver } from '@prosa/functions/channels/whatsappapi/cloud-driver.ts';
import { describe, expect, it } from 'vitest';
import { plant } from '../support/plant.ts';
import { useGraph } from './support/graph.ts';
import { useTable } from './support/table.ts';

useTable();
const graphOf = useGraph();

const account: ProviderAccount = {
  channel: 'whatsappapi',
  companyId: 7,
  connectionId: 3,
  accountId: '106540352242922',
  businessId: '102290129340398',
  accessToken: plant(`EAA${'fIlEs'.repeat(20)}`),
};

describe('the file of a message', () => {
  const BYTES = Buffer.from('bytes of a picture');
  const DIGEST = createHash('sha256').update(BYTES).digest('hex');
  const fetchIt = (source: object, maxBytes = 1000) =>
    cloudDriver.fetchFile(account, JSON.stringify(source), maxBytes);
  /** Meta knows the file 900, whose address is /file. */
  const serve = (file: ReturnType<ReturnType<typeof graphOf>['answer']>) => {
    const graph = graphOf();
    graph.answer = ({ path }) =>
      path === '/v25.0/900'
        ? { json: { messaging_product: 'whatsapp', url: `${graph.url}/file`, id: '900' } }
        : path === '/file'
          ? file
          : { status: 404, json: {} };
  };
  const picture = { bytes: BYTES, headers: { 'content-type': 'image/jpeg' } };

  it('is fetched by its id, with the token, and must have the announced digest', async () => {
    serve(picture);
    const { bytes, mimeType } = await fetchIt({ id: '900', sha256: DIGEST });
    expect([Buffer.from(bytes).toString(), mimeType]).toEqual([BYTES.toString(), 'image/jpeg']);
    const [asked, fetched] = graphOf().requests;
    expect([asked?.method, asked?.path, fetched?.method, fetched?.path]).toEqual([
      'GET',
      '/v25.0/900',
      'GET',
      '/file',
    ]);
    expect(fetched?.authorization).toBe(`Bearer ${account.accessToken}`);
    await expect(fetchIt({ id: '900', sha256: '0'.repeat(64) })).rejects.toMatchObject({
      reason: 'media-missing',
      remedy: { does: 'doubt' },
    });
  });

  it('is fetched at the address of the webhook, and at a new one when that has expired', async () => {
    serve(picture);
    const { url: origin, requests } = graphOf();
    await fetchIt({ id: '900', url: `${origin}/file` });
    expect(requests.map(({ path }) => path)).toEqual(['/file']);
    requests.length = 0;
    await fetchIt({ id: '900', url: `${origin}/expired` });
    expect(requests.map(({ path }) => path)).toEqual(['/expired', '/v25.0/900', '/file']);
  });

  it('is missing if Meta no longer knows it, and too large above the limit', async () => {
    serve(picture);
    graphOf().answer = () => ({
      status: 400,
      json: { error: { code: 100, error_subcode: 33, message: 'no' } },
    });
    await expect(fetchIt({ id: '901' })).rejects.toMatchObject({
      reason: 'media-missing',
      remedy: { does: 'stop' },
    });
    serve({ status: 404, json: {} });
    await expect(fetchIt({ id: '900' })).rejects.toMatchObject({ reason: 'media-missing' });
    serve(picture);
    await expect(fetchIt({ id: '900' }, 5)).rejects.toMatchObject({
      reason: 'ERR_FILESIZE_OVER_LIMIT',
      remedy: { does: 'stop' },
    });
    await expect(cloudDriver.fetchFile(account, 'no JSON', 5)).rejects.toMatchObject({
      reason: 'media-missing',
    });
  });

  it('S-47: the token goes only to hosts of Meta, and no redirect takes it along', async () => {
    const graph = graphOf();
    const elsewhere = (url: string) => {
      graph.answer = () => ({ json: { url } });
      return fetchIt({ id: '900' });
    };
    for (const url of [
      'https://evil.example/file',
      'https://lookaside.fbsbx.com.evil.example/file',
      'https://notfbsbx.com/file',
      'http://127.0.0.1:9/file',
      'no address',
    ])
      await expect(elsewhere(url), url).rejects.toMatchObject({ reason: 'media-missing' });
    graph.requests.length = 0;
    serve({ status: 302, headers: { location: `${graph.url}/file2` }, json: {} });
    await expect(fetchIt({ id: '900' })).rejects.toMatchObject({ reason: 'provider-failed' });
    expect(graph.requests.map(({ path }) => path)).toEqual(['/v25.0/900', '/file']);
  });
});
