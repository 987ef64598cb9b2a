import { describe, expect, it } from 'vitest';
import { type Computer, deploymentNeeds } from './deployment-needs.ts';

const ready: Computer = {
  docker: { isInstalled: true, isRunning: true, hasBuildx: true },
  environment: { AWS_PROFILE: 'ops' },
  awsFiles: '[default]\nregion = sa-east-1\n[profile ops]\nsso_session = company\n',
  accountLimit: 1_000,
  settings: {
    installation: 'prosa',
    domainName: 'app.north.com.br',
    zoneName: 'north.com.br',
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
    region: 'sa-east-1',
    alarmEmail: 'ops@north.com.br',
    accountConcurrency: '1000',
    whatsappVersion: '',
  },
};
const withSettings = (settings: Computer['settings']): Computer => ({
  ...ready,
  settings: { ...ready.settings, ...settings },
});
const withEnvironment = (environment: Computer['environment'], awsFiles = ''): Computer => ({
  ...ready,
  environment,
  awsFiles,
});
const lacks = (computer: Computer): string[] =>
  deploymentNeeds(computer).flatMap(({ kind, text }) => (kind === 'missing' ? [text] : []));

describe('deploymentNeeds', () => {
  it('finds nothing missing when the computer has everything', () => {
    expect(deploymentNeeds(ready).map(({ kind }) => kind)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  });

  it.each<[string, Computer, RegExp]>([
    [
      'no Docker',
      { ...ready, docker: { isInstalled: false, isRunning: false, hasBuildx: false } },
      /^Docker builds the image/,
    ],
    [
      'a sleeping engine',
      { ...ready, docker: { ...ready.docker, isRunning: false } },
      /does not answer: start it/,
    ],
    ['no buildx', { ...ready, docker: { ...ready.docker, hasBuildx: false } }, /lacks buildx/],
    ['no credentials', withEnvironment({}), /credentials: none found/],
    [
      'a profile that is nowhere',
      withEnvironment({ AWS_PROFILE: 'op' }, ready.awsFiles),
      /which ~\/\.aws does not have/,
    ],
    ['profiles, and none of them chosen', withEnvironment({}, '[profile ops]'), /~\/\.aws has ops: name one/],
    [
      'a key without its secret',
      withEnvironment({ AWS_ACCESS_KEY_ID: 'ABCDEFGHIJKLMNOPQRST' }),
      /AWS_SECRET_ACCESS_KEY is not/,
    ],
    [
      'a secret without its key',
      withEnvironment({ AWS_SECRET_ACCESS_KEY: 'x' }),
      /AWS_ACCESS_KEY_ID is not 16/,
    ],
    [
      'temporary credentials without their token',
      withEnvironment({ AWS_ACCESS_KEY_ID: 'ASIAABCDEFGHIJKLMNOP', AWS_SECRET_ACCESS_KEY: 'x' }),
      /AWS_SESSION_TOKEN is not set/,
    ],
    [
      'the example as a domain',
      withSettings({ domainName: 'app.example.com', zoneName: 'example.com' }),
      /^domainName: /,
    ],
    ['an address as a domain', withSettings({ domainName: 'https://app.north.com.br' }), /^domainName: /],
    [
      'a zone of another domain',
      withSettings({ zoneName: 'th.com.br' }),
      /^zoneName: "th.com.br" does not hold/,
    ],
    ['the example as a zone', withSettings({ hostedZoneId: 'Z00000000000000EXAMPLE' }), /^hostedZoneId: /],
    ['a zone by its path', withSettings({ hostedZoneId: '/hostedzone/Z0123456789' }), /^hostedZoneId: /],
    ['no region', withSettings({ region: 'brazil' }), /^region: /],
    ['a name that no bucket takes', withSettings({ installation: 'Prosa' }), /^installation: /],
    [
      'a word for a number',
      withSettings({ accountConcurrency: 'yes' }),
      /^accountConcurrency: "yes" is not a/,
    ],
    [
      'the concurrency of a new account',
      withSettings({ accountConcurrency: '10' }),
      /^accountConcurrency: 10 .*service-quotas request-service-quota-increase .*--region sa-east-1/,
    ],
    [
      'one execution less than the minimum',
      withSettings({ accountConcurrency: '499' }),
      /^accountConcurrency: 499 executions/,
    ],
    [
      'a new account, whatever the setting says',
      { ...ready, accountLimit: 10 },
      /^accountConcurrency says 1000, the account has 10\. Ask AWS for 1000/,
    ],
    [
      'an account with less than the setting says',
      { ...withSettings({ accountConcurrency: '5000' }), accountLimit: 1_000 },
      /^accountConcurrency says 5000, the account has 1000\. Write 1000/,
    ],
    ['half a version', withSettings({ whatsappVersion: '2.3000' }), /^whatsappVersion: /],
    ['a name for an address', withSettings({ alarmEmail: 'ops' }), /^alarmEmail: /],
  ])('reports %s as missing', (_what, computer, said) => {
    const found = lacks(computer);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((text) => said.test(text))).toHaveLength(1);
  });

  it.each<[string, Computer]>([
    [
      'a key and its secret',
      withEnvironment({ AWS_ACCESS_KEY_ID: 'ABCDEFGHIJKLMNOPQRST', AWS_SECRET_ACCESS_KEY: 'x' }),
    ],
    ['the default profile', withEnvironment({}, '[default]\naws_access_key_id = x')],
    ['the role of a container', withEnvironment({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2' })],
    ['the zone itself as the domain', withSettings({ domainName: 'north.com.br' })],
    ['the smallest account', { ...withSettings({ accountConcurrency: '500' }), accountLimit: 500 }],
    ['an account that AWS says nothing about', { ...ready, accountLimit: undefined }],
    ['a version of WhatsApp Web', withSettings({ whatsappVersion: '2.3000.1026131876' })],
  ])('reports nothing missing with %s', (_what, computer) => {
    expect(lacks(computer)).toEqual([]);
  });

  it('reports an empty alarm address as a note, not as missing', () => {
    const findings = deploymentNeeds(withSettings({ alarmEmail: '' }));
    expect(findings.at(-1)).toEqual({
      kind: 'note',
      text: 'alarmEmail is empty: nobody will hear the alarms.',
    });
  });
});
