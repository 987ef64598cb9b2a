import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { hasSession } from '@prosa/shared/rules/channel-connections.ts';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import {
  type AccountHealth,
  type AccountWarning,
  accountWarnings,
  isOfNews,
  isRisk,
} from '../account-warnings.ts';
import { WebRules } from './web-rules.tsx';

type T = TFunction<'connections'>;

const warningText = (t: T, warning: AccountWarning): string => {
  switch (warning.kind) {
    case 'restricted':
      return warning.until === null
        ? t('health.restricted.open')
        : t('health.restricted.until', { when: formatDateTime(warning.until) });
    case 'violation':
      return t('health.violation', { when: formatDateTime(warning.at) });
    case 'quota':
      return t(`health.quotaWarning.${warning.of}`);
    case 'silent':
      return warning.since === null
        ? t('health.silentEver')
        : t('health.silent', { when: formatDateTime(warning.since) });
    case 'unstable':
      return t('health.unstable');
    case 'waiting':
      return t('health.waiting', { count: warning.conversations });
  }
};

const adviceText = (t: T, warning: AccountWarning): string => {
  if (warning.kind === 'restricted') return t(`health.advice.${warning.of}`);
  return t(warning.kind === 'violation' ? 'health.advice.violation' : 'health.advice.quota');
};

const warningsOf = (connection: ConnectionView, health: AccountHealth | undefined): AccountWarning[] =>
  accountWarnings(health, connection.status, Date.now());

interface AccountProps {
  connection: ConnectionView;
  /** Undefined when no report about the account has arrived yet. */
  health: AccountHealth | undefined;
}

/** Shows an account's warnings for administrators, one line each; risks are shown above in detail. */
export const AccountWarnings = ({ connection, health }: AccountProps) => {
  const { t } = useTranslation('connections');
  const warnings = warningsOf(connection, health);
  const lines = [
    ...(warnings.some(isRisk) ? [t('health.risk')] : []),
    ...warnings.filter((warning) => !isRisk(warning)).map((warning) => warningText(t, warning)),
  ];
  return lines.map((line) => (
    <Typography
      key={line}
      variant="caption"
      sx={{ display: 'flex', gap: 1, paddingTop: 1, color: 'warning.text', whiteSpace: 'normal' }}
    >
      <WarningAmberRounded fontSize="inherit" sx={{ marginTop: '2px', flexShrink: 0 }} />
      {line}
    </Typography>
  ));
};

/** Shows numbers at risk of being blocked if usage continues as now, with advice. */
export const NumbersAtRisk = ({ accounts }: { accounts: readonly AccountProps[] }) => {
  const { t } = useTranslation('connections');
  return accounts.map(({ connection, health }) => {
    const [risk] = warningsOf(connection, health).filter(isRisk);
    if (risk === undefined) return null;
    return (
      <Alert key={connection.id} severity="warning" sx={{ marginBottom: 3, flexShrink: 0 }}>
        <AlertTitle>{t('health.atRisk', { name: connection.name })}</AlertTitle>
        {warningText(t, risk)} {adviceText(t, risk)}
      </Alert>
    );
  });
};

const Fact = ({ label, value, help }: { label: string; value: string; help?: string | undefined }) => (
  <Box>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
      {label}
    </Typography>
    <Typography component="dd" sx={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
      {value}
    </Typography>
    {help !== undefined && (
      <Typography variant="caption" component="dd" sx={{ margin: 0, color: 'text.secondary' }}>
        {help}
      </Typography>
    )}
  </Box>
);

/** What only a session reports. */
const SessionFacts = ({ health }: { health: AccountHealth }) => {
  const { t } = useTranslation('connections');
  const { lastFrameAt, waitingConversations, drops, unreadable } = health;
  return (
    <>
      <Fact
        label={t('health.fact.lastSign')}
        value={lastFrameAt === null ? t('health.never') : formatDateTime(lastFrameAt)}
        help={t('health.lastSignHelp')}
      />
      <Fact
        label={t('health.fact.waiting')}
        value={formatNumber(waitingConversations)}
        help={t('health.waitingHelp')}
      />
      <Fact label={t('health.fact.drops')} value={formatNumber(drops)} />
      <Fact
        label={t('health.fact.unreadable')}
        value={formatNumber(unreadable)}
        help={t('health.unreadableHelp')}
      />
    </>
  );
};

const Quota = ({ quota }: { quota: AccountHealth['quota'] }) => {
  const { t } = useTranslation('connections');
  const label = t('health.fact.quota');
  if (quota === null) return <Fact label={label} value={t('health.noQuota')} />;
  const { used, total, renewsAt, warning } = quota;
  if (used === null && total !== null)
    return <Fact label={label} value={t('health.quotaTotal', { total: formatNumber(total) })} />;
  return (
    <Fact
      label={label}
      value={
        used === null || total === null
          ? t(`health.quotaShort.${warning}`)
          : t('health.quotaUsed', { used: formatNumber(used), total: formatNumber(total) })
      }
      help={renewsAt === null ? undefined : t('health.renews', { when: formatDateTime(renewsAt) })}
    />
  );
};

/** Explains an account's health in plain words. */
export const HealthDialog = ({ connection, health, onClose }: AccountProps & { onClose: () => void }) => {
  const { t } = useTranslation('connections');
  const titleId = useId();
  const warnings = warningsOf(connection, health);
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId}>{t('health.title', { name: connection.name })}</DialogTitle>
      <DialogContent tabIndex={0}>
        {health === undefined ? (
          <Typography sx={{ color: 'text.secondary' }}>{t('health.unknown')}</Typography>
        ) : (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
            {warnings.map((warning) => (
              <Alert key={warning.kind} severity="warning">
                {warningText(t, warning)} {isRisk(warning) && adviceText(t, warning)}
              </Alert>
            ))}
            {warnings.length === 0 && connection.status === 'CONNECTED' && (
              <Alert severity="success">{t('health.fine')}</Alert>
            )}
            <Box
              component="dl"
              sx={{
                margin: 0,
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
                gap: 4,
              }}
            >
              <Fact label={t('column.status')} value={t(`status.${connection.status}`)} />
              {!isOfNews(health) && <SessionFacts health={health} />}
              <Fact
                label={t('health.fact.restriction')}
                value={
                  health.restriction === null
                    ? t('health.noRestriction')
                    : t(`health.restriction.${health.restriction.kind}`)
                }
                help={
                  health.restriction?.until == null
                    ? undefined
                    : t('health.ends', { when: formatDateTime(health.restriction.until) })
                }
              />
              <Quota quota={health.quota} />
            </Box>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('health.told', { when: formatDateTime(health.toldAt) })}
            </Typography>
          </Box>
        )}
        {hasSession(connection) && <WebRules />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
