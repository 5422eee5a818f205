import { Alert, Button, CopyButton, Group, Paper, Stack, Text } from '@mantine/core';
import type { Documento, Signatario } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePanel, usePode } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { EtiquetaSignatario } from '../partes/etiqueta.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { useDocumentos, usePalavras } from '../textos/documentos.ts';
import { useMudou } from './consultas.ts';
import { isOpen, nameOf } from './estado.ts';
import { CorrigirSignatario, RemoverSignatario } from './signatario-dialogos.tsx';

/** Everybody who signs: how far they are, what they proved, and what went wrong. */
export function Signatarios({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  if (documento.signatarios.length === 0) return <Text c="dimmed">{t.signatario.nenhum}</Text>;
  const people = documento.ordenado
    ? documento.signatarios.toSorted((a, b) => (a.ordem ?? 1) - (b.ordem ?? 1))
    : documento.signatarios;
  return (
    <Stack component="ul" className="lista-solta" gap="sm">
      {people.map((one) => (
        <li key={one.id}>
          <Paper withBorder p="md">
            <Pessoa documento={documento} one={one} />
          </Paper>
        </li>
      ))}
    </Stack>
  );
}

function Pessoa({ documento, one }: { readonly documento: Documento; readonly one: Signatario }) {
  const t = useDocumentos();
  const words = usePalavras();
  const contact = [one.email, one.telefone].filter(Boolean).join(' · ');
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start">
        <div className="pessoa-quem">
          <Text fw={600} dir="auto" className="titulo-quebra">
            {nameOf(one, t.signatario.semNome)}
          </Text>
          {contact && (
            <Text size="sm" c="dimmed" className="titulo-quebra">
              {contact}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {words.funcao[one.funcao]} · {t.signatario.entregaPor} {words.entrega[one.metodoEntrega]}
            {documento.ordenado && ` · ${t.signatario.vez(one.ordem ?? 1)}`}
          </Text>
        </div>
        <EtiquetaSignatario status={one.status} />
      </Group>
      <Fatores one={one} />
      <Text size="sm" c="dimmed" component="div" className="marcos">
        {one.enviadoEm && (
          <span>
            {t.signatario.enviadoEm}: <Momento quando={one.enviadoEm} />
          </span>
        )}
        {one.visualizadoEm && (
          <span>
            {t.signatario.visualizadoEm}: <Momento quando={one.visualizadoEm} />
          </span>
        )}
        {one.assinadoEm && (
          <span>
            {t.signatario.assinadoEm}: <Momento quando={one.assinadoEm} />
          </span>
        )}
      </Text>
      {one.motivoRecusa && (
        <Alert color="red" variant="outline" className="aviso-erro" title={t.signatario.recusou}>
          <span dir="auto" className="texto-livre">
            {one.motivoRecusa}
          </span>
        </Alert>
      )}
      {one.status === 'FALHA_ENTREGA' && (
        <Alert color="red" variant="outline" className="aviso-erro" icon={<Icone nome="alerta" />}>
          {t.signatario.falha}
        </Alert>
      )}
      <AcoesDaPessoa documento={documento} one={one} />
    </Stack>
  );
}

/** Each factor asked of a person, and whether it was fulfilled. */
function Fatores({ one }: { readonly one: Signatario }) {
  const t = useDocumentos();
  const words = usePalavras();
  return (
    <ul className="fatores" aria-label={t.signatario.fatores}>
      {one.fatoresExigidos.map((fator) => {
        const done = one.fatoresCumpridos.includes(fator);
        return (
          <li key={fator} className={`etiqueta ${done ? 'ok' : 'neutro'}`}>
            {done && <Icone nome="certo" tamanho={12} />} {words.fator[fator] ?? fator}
            <span className="unseen">: {done ? t.signatario.cumprido : t.signatario.pendente}</span>
          </li>
        );
      })}
    </ul>
  );
}

function AcoesDaPessoa({ documento, one }: { readonly documento: Documento; readonly one: Signatario }) {
  const t = useDocumentos();
  const { client } = usePanel();
  const { podeEm } = usePode();
  const avisos = useAvisos();
  const mudou = useMudou();
  const [dialog, setDialog] = useState<'corrigir' | 'remover' | null>(null);
  const open = isOpen(documento.status);
  const waiting = !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(one.status);
  const invited = open && waiting && one.status !== 'PENDENTE';
  const waitingPeople = documento.signatarios.filter(
    ({ status }) => !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(status),
  );
  const may = {
    correct: (open || documento.status === 'RASCUNHO') && waiting && podeEm('alterarSignatario', documento),
    resend: invited && one.metodoEntrega !== 'LINK' && podeEm('reenviarDocumento', documento),
    // The last one who still has to sign stays: then the document is cancelled instead.
    remove: open && waiting && waitingPeople.length > 1 && podeEm('excluirSignatario', documento),
  };
  const name = nameOf(one, t.signatario.semNome);
  const resend = useMutation({
    mutationFn: () =>
      client.reenviarDocumento({ params: { documentoId: documento.id }, body: { signatarioId: one.id } }),
    onSuccess: (after) => {
      mudou.documento(after);
      avisos.feito(t.signatario.reenviado(name));
    },
    onError: (error) => avisos.erro(error),
  });
  const failed = one.status === 'FALHA_ENTREGA';
  if (!may.correct && !may.resend && !may.remove && !(one.link && waiting)) return null;
  return (
    <Group gap="xs" role="group" aria-label={t.signatario.acoes(name)}>
      {may.correct && (
        <Button size="xs" variant={failed ? 'filled' : 'default'} onClick={() => setDialog('corrigir')}>
          {failed ? t.signatario.corrigirEReenviar : t.signatario.corrigir}
        </Button>
      )}
      {may.resend && (
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t.signatario.reenviar}
        </Button>
      )}
      {one.link && waiting && (
        <CopyButton value={one.link}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" leftSection={<Icone nome="link" tamanho={14} />} onClick={copy}>
              {copied ? t.signatario.linkCopiado : t.signatario.copiarLink}
            </Button>
          )}
        </CopyButton>
      )}
      {may.remove && (
        <Button size="xs" variant="subtle" color="red" onClick={() => setDialog('remover')}>
          {t.signatario.remover}
        </Button>
      )}
      {dialog === 'corrigir' && <CorrigirSignatario documento={documento} one={one} onClose={() => setDialog(null)} />}
      {dialog === 'remover' && <RemoverSignatario documento={documento} one={one} onClose={() => setDialog(null)} />}
    </Group>
  );
}
