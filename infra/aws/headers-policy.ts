import { Stack } from 'aws-cdk-lib';
import {
  CfnResponseHeadersPolicy,
  type IResponseHeadersPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { NOT_STORED } from '../security-headers.ts';

/** Security headers: CloudFront takes these in a separate property and refuses them as custom headers. */
const SECURITY_HEADERS = new Set([
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
]);

const required = (headers: Record<string, string>, name: string): string => {
  const value = headers[name];
  if (value === undefined) throw new Error(`the headers lack ${name}`);
  return value;
};

/**
 * Creates a CloudFront policy that sets exactly these headers and overrides the origin's. `Cache-Control` is
 * `no-store`, also on the errors of API Gateway and S3, whose own answers cannot be changed.
 * @param cacheControl `always`: on every answer; `unless set`: where neither the origin nor a function sets it
 */
export const headersPolicy = (
  scope: Construct,
  id: string,
  headers: Record<string, string>,
  cacheControl: 'always' | 'unless set',
): IResponseHeadersPolicy => {
  const transport = required(headers, 'strict-transport-security');
  const policy = new CfnResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyConfig: {
      name: `${Stack.of(scope).stackName}-${id.toLowerCase()}`,
      securityHeadersConfig: {
        contentSecurityPolicy: {
          contentSecurityPolicy: required(headers, 'content-security-policy'),
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: required(headers, 'x-frame-options'), override: true },
        referrerPolicy: { referrerPolicy: required(headers, 'referrer-policy'), override: true },
        strictTransportSecurity: {
          accessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(transport)?.[1]),
          includeSubdomains: transport.includes('includeSubDomains'),
          override: true,
        },
      },
      customHeadersConfig: {
        items: [
          ...Object.entries(headers)
            .filter(([name]) => !SECURITY_HEADERS.has(name))
            .map(([header, value]) => ({ header, value, override: true })),
          { header: 'cache-control', value: NOT_STORED, override: cacheControl === 'always' },
        ],
      },
    },
  });
  return ResponseHeadersPolicy.fromResponseHeadersPolicyId(scope, `${id}Ref`, policy.attrId);
};
