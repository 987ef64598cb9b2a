import CloseRounded from '@mui/icons-material/CloseRounded';
import ContactSupportOutlined from '@mui/icons-material/ContactSupportOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Fab from '@mui/material/Fab';
import Paper from '@mui/material/Paper';
import { useEffect, useId, useRef, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { CORNER_CLEARANCE } from '../../../lib/screen/corner-clearance.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout, radius } from '../../../theme/tokens.ts';
import { useHelpChat } from '../hooks/use-help-chat.ts';
import { useIsOffered } from '../hooks/use-is-offered.ts';
import { ChatPanel } from './chat-panel.tsx';

const GAP_PX = 16;
const PANEL = { width: 380, height: 560 } as const;
const HEIGHT = `min(${PANEL.height}px, calc(100dvh - ${layout.topBar + 2 * GAP_PX}px))`;
/** Distance from the bottom: on phones above the menu. */
const BOTTOM = {
  xs: `calc(${layout.bottomNav + GAP_PX}px + env(safe-area-inset-bottom))`,
  md: `${GAP_PX}px`,
};

/** The floating button of the help chat with its greeting, and the chat. Nothing if it is off, or would cover the screen. */
export const HelpChatButton = () => {
  const { t } = useTranslation('help-chat');
  const chat = useHelpChat();
  const isOffered = useIsOffered();
  const phone = useIsPhone();
  const titleId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Screens scroll as far as their last line stands free of the button.
  useEffect(() => {
    if (!isOffered) return;
    const root = document.documentElement.style;
    root.setProperty(CORNER_CLEARANCE, `${layout.touchTarget + GAP_PX}px`);
    return () => {
      root.removeProperty(CORNER_CLEARANCE);
    };
  }, [isOffered]);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOffered) return null;
  const open = (): void => {
    chat.dismiss();
    setOpen(true);
  };
  const close = (): void => setOpen(false);
  const panel = <ChatPanel chat={chat} titleId={titleId} onClose={close} />;
  return (
    <>
      {phone ? (
        <ResponsiveDialog open={isOpen} onClose={close} labelledBy={titleId}>
          {panel}
        </ResponsiveDialog>
      ) : (
        isOpen && (
          <Paper
            role="dialog"
            aria-labelledby={titleId}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close();
            }}
            sx={{
              position: 'fixed',
              zIndex: 'fab',
              insetInlineEnd: GAP_PX,
              bottom: GAP_PX,
              width: PANEL.width,
              height: chat.choices.agreed ? HEIGHT : 'auto',
              display: 'flex',
              flexDirection: 'column',
              overflow: 'hidden',
              borderRadius: `${radius.card}px`,
              border: 1,
              borderColor: 'divider',
              bgcolor: 'background.raised',
              boxShadow: 'var(--mui-palette-floatShadow)',
            }}
          >
            {panel}
          </Paper>
        )
      )}
      {(phone || !isOpen) && (
        <Box
          sx={{
            position: 'fixed',
            zIndex: 'fab',
            insetInlineEnd: GAP_PX,
            bottom: BOTTOM,
            display: 'flex',
            alignItems: 'center',
            gap: 2,
          }}
        >
          {!chat.choices.dismissed && (
            <Box
              role="status"
              sx={{
                display: 'flex',
                alignItems: 'center',
                borderRadius: `${radius.bubble}px`,
                border: 1,
                borderColor: 'divider',
                bgcolor: 'background.raised',
                boxShadow: 'var(--mui-palette-floatShadow)',
              }}
            >
              <ButtonBase
                onClick={open}
                sx={{
                  typography: 'body1',
                  paddingInlineStart: 4,
                  paddingBlock: 2,
                  minHeight: layout.touchTarget,
                  borderRadius: `${radius.bubble}px`,
                }}
              >
                {t('greeting')}
              </ButtonBase>
              <IconAction label={t('dismiss')} icon={<CloseRounded />} onClick={chat.dismiss} />
            </Box>
          )}
          <Fab
            ref={button}
            color="primary"
            aria-label={t('open')}
            data-hint={t('open')}
            aria-haspopup="dialog"
            onClick={open}
            sx={{ width: layout.touchTarget, height: layout.touchTarget, boxShadow: 'none' }}
          >
            <ContactSupportOutlined />
          </Fab>
        </Box>
      )}
    </>
  );
};
