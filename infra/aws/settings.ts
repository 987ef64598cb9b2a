import { createHash } from 'node:crypto';
import {
  DEFAULT_INSTALLATION,
  INSTALLATION_NAME,
  type SecretName,
  secretId,
} from '@prosa/shared/resource-names.ts';
import { type App, SecretValue } from 'aws-cdk-lib';
import { ACCOUNT_CONCURRENCY } from '../concurrency.ts';
import { concurrencyProblem } from './deployment-needs.ts';

/**
 * The settings of an installation, given as CDK context (`-c name=value` or `cdk.json`). Everything else is derived.
 */
export interface Settings {
  /** Prefix of every name in the account; each prefix in an account is a separate installation. */
  installation: string;
  /** Domain of the app, e.g. `app.example.com`. */
  domainName: string;
  /** Route 53 zone that contains the domain. */
  zoneName: string;
  hostedZoneId: string;
  /** Region of everything but the edge. */
  region: string;
  account: string | undefined;
  /** E-mail address that receives the alarms. */
  alarmEmail: string | undefined;
  /** Version of WhatsApp Web that the session host reports; empty for the release's default. */
  whatsappVersion: string;
  /** Concurrent executions of the account in its region; the limits of the functions are computed from it. */
  accountConcurrency: number;
  /**
   * To be increased after a secret of the edge was replaced: CloudFormation reads the secret again only when
   * something changed.
   */
  edgeRevision: string;
}

/** Region of CloudFront's certificates and firewall, independent of the main region. */
export const EDGE_REGION = 'us-east-1';

const text = (app: App, name: string): string | undefined => {
  const value: unknown = app.node.tryGetContext(name);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * Reads the settings; the defaults allow synthesis without an account.
 * @throws Error when the installation's name is invalid, or the account has too few concurrent executions
 */
export const readSettings = (app: App): Settings => {
  const domainName = text(app, 'domainName') ?? 'app.example.com';
  const installation = text(app, 'installation') ?? DEFAULT_INSTALLATION;
  if (!INSTALLATION_NAME.test(installation))
    throw new Error(`installation "${installation}" is not 2 to 20 small letters, digits and hyphens`);
  const concurrency = text(app, 'accountConcurrency') ?? String(ACCOUNT_CONCURRENCY);
  const problem = concurrencyProblem(concurrency);
  if (problem !== undefined) throw new Error(problem);
  return {
    installation,
    domainName,
    zoneName: text(app, 'zoneName') ?? domainName.split('.').slice(1).join('.'),
    hostedZoneId: text(app, 'hostedZoneId') ?? 'Z00000000000000EXAMPLE',
    region: text(app, 'region') ?? 'sa-east-1',
    account: process.env.CDK_DEFAULT_ACCOUNT,
    alarmEmail: text(app, 'alarmEmail'),
    whatsappVersion: text(app, 'whatsappVersion') ?? '',
    accountConcurrency: Number(concurrency),
    edgeRevision: text(app, 'edgeRevision') ?? '1',
  };
};

const ORIGIN_NAME_CHARACTERS = 24;

/**
 * Returns a host name that only the edge and our functions call. It cannot be guessed without the zone's id. That
 * matters because no firewall stands in front of it, and calls that the guard refuses still use up the APIs' rate
 * limit.
 */
const originHost = (purpose: string, { domainName, hostedZoneId }: Settings): string => {
  const name = createHash('sha256').update(`${purpose} ${hostedZoneId} ${domainName}`).digest('hex');
  return `o${name.slice(0, ORIGIN_NAME_CHARACTERS)}.${domainName}`;
};
/** Returns the API's own host name; only the edge calls it. */
export const apiOriginHost = (settings: Settings): string => originHost('api', settings);
/** Returns the WebSocket API's own host name; the edge and the functions that post to browsers call it. */
export const webSocketOriginHost = (settings: Settings): string => originHost('ws', settings);
/** Path of the WebSocket API, at the edge and at its origin. */
export const WEBSOCKET_PATH = 'ws';
export const appOrigin = ({ domainName }: Settings): string => `https://${domainName}`;

/** Returns the bucket's name. It is fixed, so that the edge's stack can name the bucket across regions. */
export const mediaBucketName = ({ installation, region }: Settings, account: string): string =>
  `${installation}-media-${account}-${region}`;

/** Returns a reference to a secret, which CloudFormation resolves; the value is in no template. */
export const secretReference = ({ installation }: Settings, name: SecretName): string =>
  SecretValue.secretsManager(secretId(installation, name)).unsafeUnwrap();

/** Tag of all resources of an installation in the account. */
export const INSTALLATION_TAG = 'prosa:installation';

/** Returns the namespace of our own metrics. */
export const metricNamespace = ({ installation }: Settings): string => `Prosa/${installation}`;

/** Header with the origin secret, by which the edge authenticates to the APIs; other callers are refused (S-64). */
export const ORIGIN_SECRET_HEADER = 'x-prosa-origin';
/** Header in which the edge puts the browser's address; overwrites the browser's value (S-13). */
export const VIEWER_ADDRESS_HEADER = 'x-prosa-viewer';
