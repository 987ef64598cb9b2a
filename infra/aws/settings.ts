import { createHash } from 'node:crypto';
import {
  DEFAULT_INSTALLATION,
  INSTALLATION_NAME,
  type SecretName,
  secretId,
} from '@prosa/shared/resource-names.ts';
import { type App, SecretValue } from 'aws-cdk-lib';

/** What an installation decides; everything else follows. Given as CDK context (`-c name=value` or `cdk.json`). */
export interface Settings {
  /** What every name in the account begins with: an account holds as many installations as there are names. */
  installation: string;
  /** Where people open the app, e.g. `app.example.com`. */
  domainName: string;
  /** Route 53 zone that holds the domain. */
  zoneName: string;
  hostedZoneId: string;
  /** Region of everything but the edge. */
  region: string;
  account: string | undefined;
  /** Who hears the alarms. */
  alarmEmail: string | undefined;
  /** Version of WhatsApp Web that the session host tells; empty for the one that came with the release. */
  whatsappVersion: string;
  /** Whether functions keep a part of the account's concurrency for themselves; a new account has too little of it. */
  reservesConcurrency: boolean;
  /** Raised after a secret of the edge was replaced: CloudFormation reads it anew only where something changed. */
  edgeRevision: string;
}

/** CloudFront's certificates and firewall live here, whatever the region of the rest. */
export const EDGE_REGION = 'us-east-1';

const text = (app: App, name: string): string | undefined => {
  const value: unknown = app.node.tryGetContext(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * Reads the settings; the defaults let the templates be made without an account.
 * @throws Error where an installation cannot be called so
 */
export const readSettings = (app: App): Settings => {
  const domainName = text(app, 'domainName') ?? 'app.example.com';
  const installation = text(app, 'installation') ?? DEFAULT_INSTALLATION;
  if (!INSTALLATION_NAME.test(installation))
    throw new Error(`installation "${installation}" is not 2 to 20 small letters, digits and hyphens`);
  return {
    installation,
    domainName,
    zoneName: text(app, 'zoneName') ?? domainName.split('.').slice(1).join('.'),
    hostedZoneId: text(app, 'hostedZoneId') ?? 'Z00000000000000EXAMPLE',
    region: text(app, 'region') ?? 'sa-east-1',
    account: process.env.CDK_DEFAULT_ACCOUNT,
    alarmEmail: text(app, 'alarmEmail'),
    whatsappVersion: text(app, 'whatsappVersion') ?? '',
    reservesConcurrency: text(app, 'reserveConcurrency') === 'yes',
    edgeRevision: text(app, 'edgeRevision') ?? '1',
  };
};

const ORIGIN_NAME_CHARACTERS = 24;

/**
 * A host name that only the edge and our functions call. Nobody guesses it who does not know the zone's id: no firewall
 * stands in front of it, and a call that the guard refuses uses up the APIs' throttle all the same.
 */
const originHost = (purpose: string, { domainName, hostedZoneId }: Settings): string => {
  const name = createHash('sha256').update(`${purpose} ${hostedZoneId} ${domainName}`).digest('hex');
  return `o${name.slice(0, ORIGIN_NAME_CHARACTERS)}.${domainName}`;
};
/** The API's own host name: only the edge calls it. */
export const apiOriginHost = (settings: Settings): string => originHost('api', settings);
/** The WebSocket API's own host name: the edge and the functions that post to browsers call it. */
export const webSocketOriginHost = (settings: Settings): string => originHost('ws', settings);
/** Path of the WebSocket API, at the edge and at its origin. */
export const WEBSOCKET_PATH = 'ws';
export const appOrigin = ({ domainName }: Settings): string => `https://${domainName}`;

/** Fixed, so that the edge's stack can name the bucket across regions. */
export const mediaBucketName = ({ installation, region }: Settings, account: string): string =>
  `${installation}-media-${account}-${region}`;

/** A reference to a secret, which CloudFormation fills in: its value is in no template. */
export const secretReference = ({ installation }: Settings, name: SecretName): string =>
  SecretValue.secretsManager(secretId(installation, name)).unsafeUnwrap();

/** Tag of everything that an installation has in the account. */
export const INSTALLATION_TAG = 'prosa:installation';

/** Where metrics of our own are counted. */
export const metricNamespace = ({ installation }: Settings): string => `Prosa/${installation}`;

/** The edge proves itself to the APIs with the origin secret in it; nobody else may call them (S-64). */
export const ORIGIN_SECRET_HEADER = 'x-prosa-origin';
/** The edge puts the browser's address here, over whatever the browser sent (S-13). */
export const VIEWER_ADDRESS_HEADER = 'x-prosa-viewer';
