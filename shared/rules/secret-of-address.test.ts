import { describe, expect, it } from 'vitest';
import { ADDRESSED_SECRETS, foreignSecrets } from './secret-of-address.ts';

const STORED = 'https://fala.example/v1';

describe('S-56: the secrets of an address', () => {
  it.each([
    'https://fala.example',
    'https://fala.example/v2',
    'https://fala.example/V1',
    'https://fala.example:8443/v1',
    'https://fala.example.evil.example/v1',
    'https://evil.example/v1',
    'https://fala.example@evil.example/v1',
    'https://evil.example/https://fala.example/v1',
    'https://fala.example/v1?x=1',
    'http://fala.example/v1',
    'fala.example/v1',
    '',
  ])('are foreign to %j', (after) => {
    for (const { entity, address, secret } of ADDRESSED_SECRETS)
      expect(foreignSecrets(entity, { [address]: STORED }, { [address]: after }), secret).toContain(secret);
  });

  it.each([STORED, `${STORED}/`, 'https://FALA.example/v1', 'https://fala.example:443/v1//'])(
    'are those of %j',
    (after) => {
      for (const { entity, address, secret } of ADDRESSED_SECRETS)
        expect(foreignSecrets(entity, { [address]: STORED }, { [address]: after }), secret).not.toContain(
          secret,
        );
    },
  );

  it('of another address of the same row stay', () => {
    const stored = { baseUrl: STORED, voiceRegion: 'brazilsouth' };
    expect([...foreignSecrets('assistant', stored, { ...stored, voiceRegion: 'eastus' })]).toEqual([
      'voiceKey',
    ]);
    expect([...foreignSecrets('assistant', stored, { ...stored, baseUrl: 'https://evil.example' })]).toEqual([
      'apiKey',
    ]);
  });
});
