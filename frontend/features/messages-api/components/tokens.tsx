import KeyOutlined from '@mui/icons-material/KeyOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ChannelIcon } from '../../../components/channel-icon.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { RotateToken } from '../../connections/components/rotate-token.tsx';
import { hiddenToken } from '../../connections/hidden-token.ts';
import { useConnections } from '../../connections/hooks/use-connections.ts';

/** The tokens of the company's connections, with a button that replaces each. */
export const Tokens = () => {
  const { t } = useTranslation(['messages-api', 'connections']);
  const { connections, query } = useConnections();
  return (
    <>
      <Typography sx={{ maxWidth: '72ch', marginBottom: 4 }}>{t('tokens.about')}</Typography>
      <DataTable
        label={t('tab.tokens')}
        rows={connections}
        rowKey={({ id }) => id}
        isLoading={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        columns={[
          {
            id: 'connection',
            header: t('tokens.connection'),
            render: ({ channel, name }) => (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
                <ChannelIcon channel={channel} />
                <Typography noWrap>{name}</Typography>
              </Box>
            ),
          },
          {
            id: 'token',
            header: t('connections:token.field'),
            width: '200px',
            stacks: true,
            render: ({ token }) => hiddenToken(token.last4) || t('connections:token.none'),
          },
          {
            id: 'rotate',
            header: t('tokens.new'),
            width: '180px',
            stacks: true,
            render: (connection) => <RotateToken connection={connection} />,
          },
        ]}
        empty={
          <EmptyState
            icon={<KeyOutlined />}
            title={t('connections:empty.title')}
            hint={t('tokens.emptyHint')}
          />
        }
      />
    </>
  );
};
