import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressReply } from './compress-reply.ts';

const long = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, name: 'Conceição' })));
const reply = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: long };

describe('compressReply', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br, GZIP;q=0.5', 'deflate, gzip ;q=1.0'])(
    'compresses a reply for a caller that accepts %j',
    (accepted) => {
      const { body, headers, isBase64Encoded } = compressReply(reply, accepted);
      expect(isBase64Encoded).toBe(true);
      expect(headers).toEqual({
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        vary: 'accept-encoding',
      });
      expect(body?.length).toBeLessThan(long.length / 3);
      expect(gunzipSync(Buffer.from(body ?? '', 'base64')).toString()).toBe(long);
    },
  );

  it.each([undefined, '', 'identity', 'br', 'xgzip', 'gzip;q=0', 'gzip; q=0.000, br'])(
    'leaves a reply as text for a caller that accepts %j',
    (accepted) => {
      expect(compressReply(reply, accepted)).toMatchObject({
        body: long,
        headers: { vary: 'accept-encoding' },
      });
    },
  );

  it('leaves a reply unchanged if it is short, empty or binary', () => {
    for (const result of [{ statusCode: 204 }, { body: '{}' }, { body: long, isBase64Encoded: true }])
      expect(compressReply(result, 'gzip')).toBe(result);
  });
});
