import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { connectionQuality } from '../campaign-queries.ts';

/** One alert for each connection whose campaigns were slowed down or paused because too many people rejected them. */
export const QualityAlerts = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation('campaigns');
  const { data = [] } = useQuery(connectionQuality);
  return data.map(({ whatsappId, name, quality }) =>
    quality === 'good' ? null : (
      <Alert
        key={whatsappId}
        severity={quality === 'stop' ? 'error' : 'warning'}
        action={
          <Button color="inherit" size="small" onClick={onOpen}>
            {t('quality.open')}
          </Button>
        }
        sx={{ flexShrink: 0, marginBottom: 3 }}
      >
        {t(`quality.alert.${quality}`, { name })}
      </Alert>
    ),
  );
};
