import { createHmac, timingSafeEqual } from 'node:crypto';
import { shortenText } from '@prosa/functions/platform/shorten.ts';
import * as z from 'zod';

const conditionSchema = z.union([
  z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
  z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
  z.record(z.string(), z.string()),
]);
const policySchema = z.object({ expiration: z.iso.datetime(), conditions: z.array(conditionSchema) });

/** Fields that a form may contain without a condition in the policy. */
const FREE_FIELDS = new Set(['policy', 'x-amz-signature', 'file']);

export interface PolicyContext {
  bucket: string;
  secretAccessKey: string;
  nowMs: number;
}

export type PolicyVerdict =
  | { allowed: true; key: string; contentType: string; minBytes: number; maxBytes: number }
  | { allowed: false; reason: string };

const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

const hasSignature = (fields: ReadonlyMap<string, string>, policy: string, secret: string): boolean => {
  const [, date, region, service, terminator] = (fields.get('x-amz-credential') ?? '').split('/');
  if (fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256') return false;
  if (date === undefined || region === undefined || service !== 's3' || terminator !== 'aws4_request')
    return false;
  const key = [region, service, terminator].reduce(hmac, hmac(`AWS4${secret}`, date));
  const expected = Buffer.from(hmac(key, policy).toString('hex'));
  const given = Buffer.from(fields.get('x-amz-signature') ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
};

const refuse = (reason: string): PolicyVerdict => ({ allowed: false, reason });

const readPolicy = (encoded: string): z.output<typeof policySchema> | undefined => {
  try {
    return policySchema.safeParse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))).data;
  } catch {
    // Not a policy; the caller refuses it.
    return undefined;
  }
};

/**
 * Checks the form of a presigned POST as S3 does: genuine signature, not expired, every condition met, and no field
 * without a condition. Field names are in lower case.
 */
export const checkPostPolicy = (
  fields: ReadonlyMap<string, string>,
  context: PolicyContext,
): PolicyVerdict => {
  const encoded = fields.get('policy');
  if (encoded === undefined) return refuse('Access Denied');
  if (!hasSignature(fields, encoded, context.secretAccessKey)) {
    return refuse('The request signature we calculated does not match the signature you provided.');
  }
  const policy = readPolicy(encoded);
  if (policy === undefined) return refuse('Invalid according to Policy: not readable.');
  if (Date.parse(policy.expiration) <= context.nowMs)
    return refuse('Invalid according to Policy: Policy expired.');

  const covered = new Set(FREE_FIELDS);
  let minBytes = 0;
  let maxBytes = Number.POSITIVE_INFINITY;
  const fieldOf = (name: string): string | undefined =>
    fields.get(name) ?? (name === 'bucket' ? context.bucket : undefined);
  for (const condition of policy.conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      [, minBytes, maxBytes] = condition;
      continue;
    }
    const checks: [string, string, string][] = Array.isArray(condition)
      ? [[condition[0], condition[1].slice(1), condition[2]]]
      : Object.entries(condition).map(([name, value]) => ['eq', name, value]);
    for (const [operator, name, expected] of checks) {
      const actual = fieldOf(name.toLowerCase());
      const isMet = operator === 'eq' ? actual === expected : actual?.startsWith(expected) === true;
      if (!isMet)
        return refuse(`Invalid according to Policy: Policy Condition failed: ["${operator}", "$${name}"]`);
      covered.add(name.toLowerCase());
    }
  }
  for (const name of fields.keys()) {
    if (!covered.has(name) && !name.startsWith('x-ignore-')) {
      return refuse(`Invalid according to Policy: Extra input fields: ${shortenText(name)}`);
    }
  }
  const key = fields.get('key');
  if (key === undefined || key === '') return refuse('Bucket POST must contain a field named key.');
  return {
    allowed: true,
    key,
    contentType: fields.get('content-type') ?? 'binary/octet-stream',
    minBytes,
    maxBytes,
  };
};
