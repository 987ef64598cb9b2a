import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from '@prosa/infra/aws/settings.ts';
import { describe, expect, it } from 'vitest';
import { missingAtEdge } from './support/edge-language.ts';
import { listAt, propertyAt } from './support/property-at.ts';
import { flat, resourcesOf } from './support/templates.ts';

/** CloudFront's size limit for a function's code. */
const CODE_MAX_BYTES = 10_240;

const functions = resourcesOf('prosa-web', 'AWS::CloudFront::Function').map(({ id, Properties }) => ({
  id,
  runtime: flat(propertyAt(Properties, 'FunctionConfig.Runtime')),
  code: flat(Properties.FunctionCode),
}));

describe('CloudFront functions', () => {
  it('the distribution runs no other CloudFront functions than these', () => {
    const [distribution] = resourcesOf('prosa-web', 'AWS::CloudFront::Distribution');
    const behaviours = [
      propertyAt(distribution, 'Properties.DistributionConfig.DefaultCacheBehavior'),
      ...listAt(distribution, 'Properties.DistributionConfig.CacheBehaviors'),
    ];
    const run = behaviours.flatMap((behaviour) =>
      listAt(behaviour, 'FunctionAssociations').map((each) => flat(propertyAt(each, 'FunctionARN'))),
    );
    expect(new Set(run)).toEqual(new Set(functions.map(({ id }) => `<${id}.FunctionARN>`)));
    expect(functions).toHaveLength(4);
  });

  it.each(functions)(
    "$id uses only its runtime's language, and is within the size limit",
    ({ code, runtime }) => {
      expect(runtime).toBe('cloudfront-js-2.0');
      expect(missingAtEdge(code)).toEqual([]);
      expect(Buffer.byteLength(code)).toBeLessThan(CODE_MAX_BYTES);
    },
  );

  it('use header names in lower case, as CloudFront does, also for the headers set for the origins', () => {
    for (const name of [ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER]) expect(name).toBe(name.toLowerCase());
    const written = functions.flatMap(({ code }) =>
      [...code.matchAll(/headers(?:\[['"]([^'"]+)['"]\]|\.(\w+))/g)].map(([, a, b]) => a ?? b ?? ''),
    );
    expect(new Set(written)).toEqual(new Set([VIEWER_ADDRESS_HEADER, 'cache-control']));
  });
});

describe('language check of CloudFront functions', () => {
  it.each([
    'class A {}',
    'for (const a of [1]) a;',
    'var { a } = event;',
    'var [a] = event;',
    'function f(a = 1) {}',
    'var b = [...[1]];',
    'var b = null ?? 1;',
    'var b = {}; b ||= 1;',
    'var b = {}; b?.c;',
    'function* f() {}',
    'var b = 1n;',
    'var c = 1; var b = { c };',
    "var b = { ['c']: 1 };",
    'var b = /(?<=a)b/;',
    'var b = /a/u;',
    "eval('1');",
    "new Function('1');",
    'setTimeout(function () {}, 1);',
    "fetch('https://example.com');",
    "require('fs');",
    "import('crypto');",
    "import a from 'crypto';",
    'process.env;',
    'new URL("/", "http://a");',
    '"a".replaceAll("a", "b");',
    '[1].at(-1);',
    "require('crypto').createHmac('sha256', 'a').digest('latin1');",
  ])('refuses %s', (code) => {
    expect(missingAtEdge(`${code}\nfunction handler(event) { return event.request; }`)).not.toEqual([]);
  });

  it.each([
    'const a = (b, ...c) => b ** 2;',
    'let a = `x${1}`;',
    'async function f() { await 1; }',
    "var h = require('crypto').createHmac('sha256', Buffer.from('a', 'base64url')).update('a').digest('hex');",
  ])('accepts %s', (code) => {
    expect(missingAtEdge(`${code}\nfunction handler(event) { return event.request; }`)).toEqual([]);
  });
});
