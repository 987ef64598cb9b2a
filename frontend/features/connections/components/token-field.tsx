import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { hiddenToken } from '../hidden-token.ts';
import { RotateToken } from './rotate-token.tsx';

/** Shows the end of a connection's token, with a button that replaces the token. */
export const TokenField = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
      <TextField
        label={t('token.shown')}
        value={hiddenToken(connection.token.last4)}
        placeholder={t('token.none')}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <RotateToken connection={connection} />
    </Box>
  );
};
