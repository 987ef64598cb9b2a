import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { expiresSoon } from '@prosa/shared/rules/channel-connections.ts';
import { isUnregistered } from '@prosa/shared/rules/session-reason.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { linkWayOf } from './link-ways.tsx';
import { RegisterNumber } from './register-number.tsx';

/** Warns a week before the access to an account expires, and afterwards. */
export const ExpiryWarning = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  const { credentialsExpireAt: expireAt } = connection;
  if (expireAt === null || !expiresSoon(connection, Date.now())) return null;
  const key = Date.parse(expireAt) <= Date.now() ? 'link.expired' : 'link.expires';
  return (
    <Typography
      variant="caption"
      sx={{ display: 'flex', gap: 1, paddingTop: 1, color: 'warning.text', whiteSpace: 'normal' }}
    >
      <WarningAmberRounded fontSize="inherit" sx={{ marginTop: '2px', flexShrink: 0 }} />
      {t(key, { when: formatDateTime(expireAt) })}
    </Typography>
  );
};

/**
 * Offers to link an account again while its connection is down, or its access is about to expire, and to register a
 * number that is linked but not registered.
 */
export const LinkActions = ({ connection }: { connection: ConnectionView }) => {
  if (connection.status === 'CONNECTED' && !expiresSoon(connection, Date.now())) return null;
  const { Relink } = linkWayOf(connection.channel);
  if (Relink === null) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {isUnregistered(connection) && <RegisterNumber connection={connection} />}
      <Relink connection={connection} />
    </Box>
  );
};
