import { Anchor, Stack } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useIsAllowed, useMember } from '../context.tsx';
import { Drop } from '../documentos/drop.tsx';
import { NewDocumento, useSend } from '../documentos/new.tsx';
import { CorrectSignatario } from '../documentos/signatario-dialogs.tsx';
import { useDocumentActions } from '../documentos/use-acts.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { useHomeTexts } from '../texts/home.ts';
import { FirstSteps } from './first-steps.tsx';
import { GROUPS, HomeGroup } from './group.tsx';
import { useHome } from './queries.ts';

/** `/inicio`: what waits for somebody, with what to do about it in the row. */
export function Component() {
  const t = useHomeTexts();
  const documentos = useDocumentos();
  const { isAllowed } = useIsAllowed();
  const { usuario } = useMember();
  const home = useHome();
  const send = useSend(null);
  const [correcting, setCorrecting] = useState<DocumentoResumo | null>(null);
  const { offered, busy, dialog } = useDocumentActions();
  const mayCreate = isAllowed('criarDocumento');
  const groups = home.data ? GROUPS.filter((name) => (home.data[name]?.length ?? 0) > 0) : [];
  const failed = correcting?.signatarios.find(({ status }) => status === 'FALHA_ENTREGA');
  return (
    <Screen title={t.hello(usuario.nome.split(' ')[0] ?? '')} actions={mayCreate && <NewDocumento onFiles={send} />}>
      {mayCreate && <Drop onFiles={send} texto={documentos.envio.dropIt} />}
      <FirstSteps waiting={home.data?.paraAssinar ?? []} />
      {home.error && <Failure erro={home.error} repeat={() => void home.refetch()} />}
      {home.isPending && <Loading />}
      {home.data && groups.length === 0 && <Empty drawing="tick" titulo={t.blank} texto={t.blankText} />}
      <Stack gap="lg">
        {groups.map((name) => (
          <HomeGroup
            key={name}
            name={name}
            documentos={home.data?.[name] ?? []}
            offered={offered}
            busy={busy !== null}
            onCorrect={setCorrecting}
          />
        ))}
      </Stack>
      <Anchor component={Link} to="/documentos" size="sm">
        {t.all}
      </Anchor>
      {dialog}
      {correcting && failed && (
        <CorrectSignatario documento={correcting} one={failed} onClose={() => setCorrecting(null)} />
      )}
    </Screen>
  );
}
