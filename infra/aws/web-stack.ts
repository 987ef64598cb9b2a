import { API_PREFIX, EXTERNAL_PREFIX } from '@prosa/shared/contracts/route.ts';
import { DefaultStackSynthesizer, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { EDGE_ERROR_LIFETIMES_S } from '../edge-errors.ts';
import { appSecurityHeaders, MEDIA_SECURITY_HEADERS } from '../security-headers.ts';
import { acknowledge, acknowledgePatterns } from './acknowledge.ts';
import { API_CALL, APP_ROUTER, MEDIA_CACHING, mediaGuard } from './edge-functions.ts';
import { firewall } from './firewall.ts';
import { headersPolicy } from './headers-policy.ts';
import { asBucket } from './interfaces.ts';
import {
  apiOriginHost,
  mediaBucketName,
  ORIGIN_SECRET_HEADER,
  type Settings,
  secretReference,
  WEBSOCKET_PATH,
  webSocketOriginHost,
} from './settings.ts';

interface WebStackProps extends StackProps {
  settings: Settings;
  /** Directory of the built app. */
  appDir: string;
}

const IMMUTABLE = Duration.days(365);
/** Time within which a deleted file disappears from the edge's caches (S-44). */
const MEDIA_CACHE = Duration.hours(1);

/** The edge: one host name for the app, the API, files and the WebSocket API, behind a firewall. */
export class WebStack extends Stack {
  private readonly settings: Settings;

  constructor(scope: Construct, id: string, { settings, appDir, ...props }: WebStackProps) {
    super(scope, id, props);
    this.settings = settings;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: settings.hostedZoneId,
      zoneName: settings.zoneName,
    });
    const files = this.makeAppBucket();
    const distribution = this.makeDistribution(files, zone);
    this.publish(files, appDir);
    for (const Alias of [ARecord, AaaaRecord]) {
      new Alias(this, Alias.name, {
        zone,
        recordName: `${settings.domainName}.`,
        target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
      });
    }
  }

  private makeAppBucket(): Bucket {
    const bucket = new Bucket(this, 'App', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // A bucket that is not empty could not be removed with its stack.
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
    acknowledge(bucket, { 'AwsSolutions-S1': 'It holds the published app, which anyone may read.' });
    return bucket;
  }

  private edgeFunction(
    id: string,
    code: string,
    eventType = FunctionEventType.VIEWER_REQUEST,
  ): FunctionAssociation {
    const fn = new EdgeFunction(this, id, {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code.trim()),
    });
    return { function: fn, eventType };
  }

  private makeDistribution(files: Bucket, zone: IHostedZone): Distribution {
    const { settings } = this;
    const https = { viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS };
    const proves = { customHeaders: { [ORIGIN_SECRET_HEADER]: secretReference(settings, 'origin') } };
    const uncached = {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    };
    const securityHeaders = appSecurityHeaders({
      uploadOrigin: `https://${this.mediaHost()}`,
      socketOrigin: `wss://${settings.domainName}`,
    });
    const apiHeaders = headersPolicy(this, 'ApiHeaders', securityHeaders, 'always');
    const toApi = {
      ...uncached,
      origin: new HttpOrigin(apiOriginHost(settings), proves),
      responseHeadersPolicy: apiHeaders,
      functionAssociations: [this.edgeFunction('ApiCall', API_CALL)],
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: `${settings.installation}, edge revision ${settings.edgeRevision}`,
      domainNames: [settings.domainName],
      certificate: new Certificate(this, 'Certificate', {
        domainName: settings.domainName,
        validation: CertificateValidation.fromDns(zone),
      }),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      defaultRootObject: 'index.html',
      webAclId: firewall(this).attrArn,
      defaultBehavior: {
        ...https,
        origin: S3BucketOrigin.withOriginAccessControl(asBucket(files)),
        compress: true,
        responseHeadersPolicy: headersPolicy(this, 'AppHeaders', securityHeaders, 'unless set'),
        functionAssociations: [this.edgeFunction('AppRouter', APP_ROUTER)],
      },
      additionalBehaviors: {
        [`${API_PREFIX}/*`]: toApi,
        [`${EXTERNAL_PREFIX}/*`]: toApi,
        [`/${WEBSOCKET_PATH}`]: {
          ...uncached,
          origin: new HttpOrigin(webSocketOriginHost(settings), proves),
          responseHeadersPolicy: apiHeaders,
        },
        '/media/*': {
          ...https,
          origin: S3BucketOrigin.withOriginAccessControl(this.mediaBucket()),
          cachePolicy: new CachePolicy(this, 'MediaCache', {
            minTtl: Duration.seconds(0),
            defaultTtl: MEDIA_CACHE,
            maxTtl: MEDIA_CACHE,
          }),
          responseHeadersPolicy: headersPolicy(this, 'MediaHeaders', MEDIA_SECURITY_HEADERS, 'unless set'),
          functionAssociations: [
            this.edgeFunction(
              'MediaGuard',
              mediaGuard(secretReference(settings, 'media'), settings.edgeRevision),
            ),
            this.edgeFunction('MediaCaching', MEDIA_CACHING, FunctionEventType.VIEWER_RESPONSE),
          ],
        },
      },
      errorResponses: [...EDGE_ERROR_LIFETIMES_S].map(([httpStatus, lifetimeS]) => ({
        httpStatus,
        ttl: Duration.seconds(lifetimeS),
      })),
    });
    acknowledge(distribution, {
      '@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac':
        'The data stack, which owns the bucket, lets the edge read.',
      'AwsSolutions-CFR1': 'Attendants and their customers may be anywhere.',
      'AwsSolutions-CFR3':
        "Its log would keep people's addresses beside paths that name conversations; the APIs log route keys and codes instead.",
    });
    return distribution;
  }

  private mediaHost(): string {
    return `${mediaBucketName(this.settings, this.account)}.s3.${this.settings.region}.${this.urlSuffix}`;
  }

  /** Returns the data stack's bucket by its name, because it may be in another region. */
  private mediaBucket(): IBucket {
    const { region } = this.settings;
    return Bucket.fromBucketAttributes(this, 'Media', {
      bucketName: mediaBucketName(this.settings, this.account),
      bucketRegionalDomainName: this.mediaHost(),
      region,
    });
  }

  /**
   * Publishes the app. Files named by their content are cached for ever; the page that names them is revalidated on
   * every request.
   */
  private publish(files: Bucket, appDir: string): void {
    // The edge compresses files itself.
    const app = Source.asset(appDir, { exclude: ['**/*.gz'] });
    const target = { sources: [app], destinationBucket: asBucket(files), prune: false };
    const assets = new BucketDeployment(this, 'Assets', {
      ...target,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(IMMUTABLE), CacheControl.immutable()],
    });
    const page = new BucketDeployment(this, 'Page', {
      ...target,
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
    });
    // Assets first, so that the page never names a file that does not exist yet.
    page.node.addDependency(assets);
    this.acknowledgePublisher(files);
  }

  private acknowledgePublisher(files: Bucket): void {
    const publisher = this.node.children.find(({ node }) =>
      node.id.startsWith('Custom::CDKBucketDeployment'),
    );
    if (publisher === undefined) throw new Error('nothing publishes the app');
    const reason =
      "CDK's own function, which copies the app into its bucket during a deploy and runs at no other time.";
    const findings = [
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      ...['s3:GetObject*', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*', 's3:Abort*'].map(
        (action) => `AwsSolutions-IAM5[Action::${action}]`,
      ),
      'AwsSolutions-L1',
      'Serverless-LambdaDLQ',
      'Serverless-LambdaLatestVersion',
      'Serverless-LambdaTracing',
    ];
    acknowledge(publisher, Object.fromEntries(findings.map((finding) => [finding, reason])));
    const assetBucket = `arn:${this.partition}:s3:::cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-${this.account}-${this.region}/*`;
    acknowledgePatterns(publisher, [assetBucket, files.arnForObjects('*')], reason);
  }
}
