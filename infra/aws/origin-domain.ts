import { DomainName, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';

/** Creates a host name of an API, which CloudFront calls. */
export const originDomain = (
  scope: Construct,
  id: string,
  { host, certificate, zone }: { host: string; certificate: ICertificate; zone: IHostedZone },
): DomainName => {
  const domain = new DomainName(scope, id, {
    domainName: host,
    certificate,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  new ARecord(scope, `${id}Record`, {
    zone,
    recordName: `${host}.`,
    target: RecordTarget.fromAlias(
      new ApiGatewayv2DomainProperties(domain.regionalDomainName, domain.regionalHostedZoneId),
    ),
  });
  return domain;
};
