import DomainDisabledRounded from '@mui/icons-material/DomainDisabledRounded';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { channelLinkRoutes, LINKED_AT_ONCE_MAX } from '@prosa/shared/contracts/channel-links.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { useMetaApp } from '../hooks/use-meta-app.ts';
import { useMetaLogin } from '../hooks/use-meta-login.ts';
import { chosenAtFirst, linkRequest, type PageLink, pageChoices } from '../page-choices.ts';
import { LinkQueue } from './link-queue.tsx';
import { LoginButton, LoginNotice } from './login-button.tsx';
import { PagePicker } from './page-picker.tsx';

const Placeholder = () => {
  const { t } = useTranslation('connections');
  return (
    <Stack role="status" aria-label={t('link.pages.loading')} sx={{ gap: 2 }}>
      <Skeleton variant="rounded" height={44} />
      <Skeleton variant="rounded" height={44} />
      <Skeleton variant="rounded" height={44} />
    </Stack>
  );
};

/** Links pages, or Instagram accounts of pages: a login at Facebook, then a choice of its accounts. */
export const PageLinkDialog = ({ links, onClose }: { links: PageLink; onClose: () => void }) => {
  const { t } = useTranslation(['connections', 'common']);
  const titleId = useId();
  const { plan } = useUser().company;
  const app = useMetaApp();
  const [chosen, setChosen] = useState<string[]>([]);
  const [addInstagram, setAddInstagram] = useState(plan.useInstagram);
  const [queueId, setQueueId] = useState<number | null>(null);
  const list = useMutation({
    mutationFn: async (token: string) => {
      const pages = await call(channelLinkRoutes.listPages, { body: { facebookUserToken: token } });
      return { token, pages };
    },
    onSuccess: ({ pages }) => setChosen(chosenAtFirst(pageChoices(links, pages), LINKED_AT_ONCE_MAX)),
    meta: { silent: true },
  });
  const login = useMetaLogin((proof) => {
    if ('accessToken' in proof) list.mutate(proof.accessToken);
  });
  const link = useMutation({
    mutationFn: async () => {
      if (list.data === undefined) return;
      const choice = { pageIds: chosen, addInstagram, queueId };
      await call(channelLinkRoutes.linkPages, {
        body: linkRequest(links, list.data.token, list.data.pages, choice),
      });
    },
    onSuccess: async () => {
      await refetchConnections();
      notifySuccess(t('link.done'));
      onClose();
    },
    meta: { silent: true },
  });
  const choices = list.data === undefined ? [] : pageChoices(links, list.data.pages);
  const isOffered = plan.useInstagram && choices.some(({ instagram }) => instagram !== null);
  const error = link.error ?? list.error;
  const isTooMany = chosen.length > LINKED_AT_ONCE_MAX;
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t(`link.pages.title.${links}`)}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, paddingTop: 1 }}>
          {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
          {list.isIdle && <Typography>{t(`link.pages.how.${links}`)}</Typography>}
          <LoginNotice stage={login.stage} />
          {list.isPending && <Placeholder />}
          {list.isSuccess && choices.length === 0 && (
            <EmptyState
              icon={<DomainDisabledRounded />}
              title={t(`link.pages.none.${links}`)}
              hint={t(`link.pages.noneHint.${links}`)}
            />
          )}
          {choices.length > 0 && (
            <PagePicker
              links={links}
              choices={choices}
              chosen={chosen}
              onChoose={setChosen}
              addInstagram={isOffered ? addInstagram : null}
              onAddInstagram={setAddInstagram}
            />
          )}
          {choices.length > 0 && <LinkQueue value={queueId} onChange={setQueueId} />}
          {isTooMany && (
            <Alert severity="warning">{t('link.pages.tooMany', { max: LINKED_AT_ONCE_MAX })}</Alert>
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <LoginButton
          isSetUp={app === undefined ? undefined : app.appId !== ''}
          variant={choices.length > 0 ? 'text' : 'contained'}
          loading={list.isPending}
          onClick={() => {
            if (app !== undefined) login.open(app, 'pages');
          }}
        >
          {t(list.isIdle ? 'link.pages.login' : 'link.pages.loginAnother')}
        </LoginButton>
        {choices.length > 0 && (
          <Button
            variant="contained"
            disabled={chosen.length === 0 || isTooMany}
            loading={link.isPending}
            onClick={() => link.mutate()}
          >
            {t('link.submit')}
          </Button>
        )}
      </DialogActions>
    </ResponsiveDialog>
  );
};
