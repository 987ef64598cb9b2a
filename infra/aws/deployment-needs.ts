import { INSTALLATION_NAME } from '@prosa/shared/resource-names.ts';
import { ACCOUNT_CONCURRENCY, ACCOUNT_CONCURRENCY_MIN } from '../concurrency.ts';

/** State of the computer that a deployment depends on: programs, environment, files and settings. */
export interface Computer {
  /** Whether Docker's command is installed, its engine answers, and it can build for another processor. */
  docker: { isInstalled: boolean; isRunning: boolean; hasBuildx: boolean };
  environment: Readonly<Record<string, string | undefined>>;
  /** Texts of `~/.aws/config` and `~/.aws/credentials`; empty when the files do not exist. */
  awsFiles: string;
  /** Concurrent executions that AWS's command says the account has in the region; undefined if it says nothing. */
  accountLimit: number | undefined;
  /** Context of `cdk.json`, overridden by the command line. */
  settings: Readonly<Record<string, string | undefined>>;
}

/** One finding: `missing` makes a deployment fail, `note` does not. */
export interface Finding {
  kind: 'ok' | 'missing' | 'note';
  text: string;
}

const ok = (text: string): Finding => ({ kind: 'ok', text });
const missing = (text: string): Finding => ({ kind: 'missing', text });
const note = (text: string): Finding => ({ kind: 'note', text });

const dockerNeeds = ({ docker }: Computer): Finding[] => {
  if (!docker.isInstalled)
    return [
      missing(
        'Docker builds the image of the session host: install it (https://docs.docker.com/get-docker).',
      ),
    ];
  return [
    docker.isRunning
      ? ok('Docker answers')
      : missing('Docker is installed, but its engine does not answer: start it.'),
    docker.hasBuildx
      ? ok('Docker builds for other processors (buildx)')
      : missing(
          'Docker lacks buildx, which builds for ARM on any computer: install the package docker-buildx-plugin.',
        ),
  ];
};

/** Returns the profile names in the AWS files: `[profile ops]` and `[ops]` both name the profile `ops`. */
const profilesIn = (files: string): Set<string> =>
  new Set(
    [...files.matchAll(/^[ \t]*\[[ \t]*(?:profile[ \t]+)?([^\]\s]+)[ \t]*\]/gm)].flatMap(
      ([, name]) => name ?? [],
    ),
  );

/**
 * Checks for credentials in the places and the order in which AWS's programs look. Does not check whether AWS accepts
 * them.
 */
const credentialsNeed = ({ environment: env, awsFiles }: Computer): Finding => {
  const isSet = (name: string): boolean => env[name] !== undefined && env[name] !== '';
  const profiles = profilesIn(awsFiles);
  if (env.AWS_PROFILE !== undefined && isSet('AWS_PROFILE'))
    return profiles.has(env.AWS_PROFILE)
      ? ok(`AWS credentials: the profile ${env.AWS_PROFILE}`)
      : missing(`AWS credentials: AWS_PROFILE says ${env.AWS_PROFILE}, which ~/.aws does not have.`);
  if (isSet('AWS_ACCESS_KEY_ID') || isSet('AWS_SECRET_ACCESS_KEY')) {
    if (!/^[A-Z0-9]{16,128}$/.test(env.AWS_ACCESS_KEY_ID ?? ''))
      return missing('AWS credentials: AWS_ACCESS_KEY_ID is not 16 or more capital letters and digits.');
    if (!isSet('AWS_SECRET_ACCESS_KEY'))
      return missing('AWS credentials: AWS_ACCESS_KEY_ID is set, AWS_SECRET_ACCESS_KEY is not.');
    if (/^ASIA/.test(env.AWS_ACCESS_KEY_ID ?? '') && !isSet('AWS_SESSION_TOKEN'))
      return missing('AWS credentials: those are temporary (ASIA…), and AWS_SESSION_TOKEN is not set.');
    return ok('AWS credentials: in the environment');
  }
  const given = [
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  ];
  if (given.some(isSet)) return ok('AWS credentials: of the role of this environment');
  if (profiles.has('default')) return ok('AWS credentials: the profile default');
  const others =
    profiles.size === 0 ? '' : ` ~/.aws has ${[...profiles].join(', ')}: name one with AWS_PROFILE.`;
  return missing(
    `AWS credentials: none found. Run aws configure, or set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.${others}`,
  );
};

const EXAMPLE_DOMAIN = /(^|\.)example\.(com|org|net)$/;
const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const GET_LIMIT =
  'aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions --output text --region';
/** `L-B99A9384` is AWS's code of the quota "Concurrent executions" of Lambda. */
const howToAsk = (region: string): string =>
  `Ask AWS for ${ACCOUNT_CONCURRENCY} (Service Quotas, AWS Lambda, "Concurrent executions"), or run: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${ACCOUNT_CONCURRENCY} --region ${region}. A new account has 10; the answer takes a day or two.`;

/** Returns why functions cannot run in an account with this setting of `accountConcurrency`, and what to do. */
export const concurrencyProblem = (accountConcurrency: string, region = '<region>'): string | undefined => {
  if (!/^\d+$/.test(accountConcurrency))
    return `accountConcurrency: "${accountConcurrency}" is not a number; what the account has: ${GET_LIMIT} ${region}`;
  if (Number(accountConcurrency) >= ACCOUNT_CONCURRENCY_MIN) return undefined;
  return `accountConcurrency: ${accountConcurrency} executions at a time are too few, ${ACCOUNT_CONCURRENCY_MIN} are needed. ${howToAsk(region)}`;
};

/** Compares the setting with the account itself, where that is known. */
const accountNeed = ({ accountLimit, settings }: Computer): Finding => {
  const { region = '' } = settings;
  const stated = Number(settings.accountConcurrency || ACCOUNT_CONCURRENCY);
  if (accountLimit === undefined)
    return note(
      `accountConcurrency says ${stated}; whether the account has as many, AWS tells: ${GET_LIMIT} ${region}. A new account has 10, and a deployment fails there.`,
    );
  if (accountLimit >= stated) return ok(`The account runs ${accountLimit} functions at a time`);
  return missing(
    `accountConcurrency says ${stated}, the account has ${accountLimit}. ${
      accountLimit < ACCOUNT_CONCURRENCY_MIN
        ? howToAsk(region)
        : `Write ${accountLimit} there, or ask AWS for more.`
    }`,
  );
};

/** Checks the settings; each finding uses the setting's name in `cdk.json`. */
const settingNeeds = ({ settings }: Computer): Finding[] => {
  const { domainName = '', zoneName = '', hostedZoneId = '', region = '', alarmEmail = '' } = settings;
  const { installation = '', accountConcurrency = '', whatsappVersion = '' } = settings;
  const concurrency = concurrencyProblem(accountConcurrency || String(ACCOUNT_CONCURRENCY), region);
  const problems = [
    EXAMPLE_DOMAIN.test(domainName) || !HOST.test(domainName)
      ? missing(`domainName: "${domainName}" is not a host name of yours, such as app.your-company.com.`)
      : undefined,
    zoneName === '' || (domainName !== zoneName && !domainName.endsWith(`.${zoneName}`))
      ? missing(`zoneName: "${zoneName}" does not hold ${domainName}.`)
      : undefined,
    !/^Z[A-Z0-9]{3,31}$/.test(hostedZoneId) || hostedZoneId.endsWith('EXAMPLE')
      ? missing(
          `hostedZoneId: "${hostedZoneId}" is not the id of a zone; Route 53 shows it, it begins with Z.`,
        )
      : undefined,
    /^[a-z]{2}(-[a-z]+)+-\d$/.test(region)
      ? undefined
      : missing(`region: "${region}" is not a region, such as sa-east-1.`),
    INSTALLATION_NAME.test(installation)
      ? undefined
      : missing(`installation: "${installation}" is not 2 to 20 small letters, digits and hyphens.`),
    concurrency === undefined ? undefined : missing(concurrency),
    /^(\d+\.\d+\.\d+)?$/.test(whatsappVersion)
      ? undefined
      : missing(`whatsappVersion: "${whatsappVersion}" is not three numbers, such as 2.3000.1026131876.`),
    alarmEmail !== '' && !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(alarmEmail)
      ? missing(`alarmEmail: "${alarmEmail}" is not an address.`)
      : undefined,
  ].filter((finding) => finding !== undefined);
  return [
    ...(problems.length === 0
      ? [ok(`Settings: ${installation} at https://${domainName}, in ${region}`)]
      : problems),
    ...(alarmEmail === '' ? [note('alarmEmail is empty: nobody will hear the alarms.')] : []),
  ];
};

/** Returns what a computer and its account have and lack for a deployment. Makes no network calls. */
export const deploymentNeeds = (computer: Computer): Finding[] => [
  ...dockerNeeds(computer),
  credentialsNeed(computer),
  accountNeed(computer),
  ...settingNeeds(computer),
];
