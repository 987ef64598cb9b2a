import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** Shows a new token; it cannot be shown again. */
export const TokenDialog = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const { t } = useTranslation('connections');
  return (
    <ShownOnceDialog
      secret={token}
      texts={{
        title: t('token.shown'),
        hint: t('token.once'),
        field: t('token.field'),
        copy: t('token.copy'),
        copied: t('token.copied'),
        done: t('token.kept'),
      }}
      onClose={onClose}
    />
  );
};
