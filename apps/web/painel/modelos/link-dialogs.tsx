import { Button, Group, Text } from '@mantine/core';
import type { LinkModelo } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tell } from '../api/errors.ts';
import { usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { toLocal } from '../parts/local-moment.ts';
import { useNotices } from '../parts/notices.tsx';
import { Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useLinkTexts } from '../texts/modelos.ts';
import { linkChangesOf, type Reach } from './link-request.ts';
import styles from './links.module.css';
import { useLinksChanged } from './queries.ts';
import { ReachInputs } from './reach-inputs.tsx';

interface Props {
  readonly link: LinkModelo;
  readonly onClose: () => void;
}

/** Its title, and how long it takes answers. */
export function ChangeLink({ link, onClose }: Props) {
  const t = useLinkTexts();
  const base = useBase();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useLinksChanged(link.modeloId);
  const [before] = useState<Reach>({
    titulo: link.titulo,
    limite: link.limite === null ? '' : String(link.limite),
    expiraEm: toLocal(link.expiraEm),
  });
  const form = useForm(before, { titulo: (value) => (value.trim() === '' ? t.form.giveTitle : null) });
  const save = async () => {
    const body = linkChangesOf(before, form.values);
    if (Object.keys(body).length > 0) {
      await client.alterarLinkDeModelo({ params: { modeloId: link.modeloId, linkId: link.id }, body });
      hasChanged();
      notices.done(t.change.done);
    }
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t.change.titulo} onSubmit={(event) => void form.submit(event, save)}>
      <ReachInputs form={form} />
      <Footer refusal={form.fault} onClose={onClose} acao={base.actions.save} busy={form.busy} />
    </Dialog>
  );
}

/** Asks first: what was ended is not opened again, and posters of it may hang everywhere. */
export function EndLink({ link, onClose }: Props) {
  const t = useLinkTexts();
  const base = useBase();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useLinksChanged(link.modeloId);
  const end = useMutation({
    mutationFn: () => client.encerrarLinkDeModelo({ params: { modeloId: link.modeloId, linkId: link.id } }),
    onSuccess: () => {
      hasChanged();
      notices.done(t.end.done);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t.end.titulo}>
      <Text fw={600} dir="auto" className="break-anywhere">
        {link.titulo}
      </Text>
      <Text size="sm">{t.end.texto}</Text>
      <Footer
        refusal={end.error ? tell(end.error, base.erros).mensagem : null}
        onClose={onClose}
        acao={t.end.confirm}
        onAction={() => end.mutate()}
        busy={end.isPending}
        danger
        focusTarget="exit"
      />
    </Dialog>
  );
}

/** Its QR code, for posters and counters. */
export function LinkPicture({ link, onClose }: Props) {
  const t = useLinkTexts();
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let address: string | null = null;
    let gone = false;
    void import('../../kit/qr-path.ts')
      .then(({ qrPicture }) => qrPicture(link.url))
      .then((blob) => {
        if (gone) return;
        address = URL.createObjectURL(blob);
        setPicture(address);
      });
    return () => {
      gone = true;
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [link.url]);
  return (
    <Dialog onClose={onClose} title={t.picture.titulo}>
      <Text size="sm">{t.picture.texto}</Text>
      {picture ? <img className={styles.picture} src={picture} alt={t.picture.alt(link.titulo)} /> : <Loading />}
      <Group justify="flex-end">
        {picture && (
          <Button component="a" href={picture} download="qr-code.png" leftSection={<Icon name="download" />}>
            {t.picture.download}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
