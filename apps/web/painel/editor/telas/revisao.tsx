import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { focusAfter } from '../../../kit/focus.ts';
import { usePanel } from '../../contexto.tsx';
import { Icone } from '../../partes/icone.tsx';
import { formatMoment } from '../../partes/momento.tsx';
import { useSpeech } from '../../textos/area.ts';
import { useEditing } from '../contexto.tsx';
import { turnsOf } from '../estado/partes.ts';
import type { Problem } from '../estado/regras.ts';
import { factorsOf, type Party } from '../estado/tipos.ts';
import type { Badge } from '../mesa/campo.tsx';
import { REVIEW_CLASS } from './barra.tsx';
import './revisao.css';

export interface Sending {
  /** Sends what is saved. @returns what the service would not take */
  readonly send: () => Promise<readonly Problem[]>;
  /** Set where it goes with an envelope. */
  readonly envelopeId: string | null;
}

/** Everything wrong, each leading to its place; where nothing is, what will happen, and the sending. */
export function Revisao(props: {
  readonly aberta: boolean;
  readonly onClose: () => void;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly sending: Sending | null;
}) {
  const { kind, t } = useEditing();
  return (
    <Modal
      opened={props.aberta}
      onClose={props.onClose}
      size="lg"
      title={kind === 'modelo' ? t.revisao.tituloModelo : t.revisao.titulo}
      closeButtonProps={{ 'aria-label': t.pessoas.fechar }}
    >
      <Corpo {...props} />
    </Modal>
  );
}

function Corpo(props: Parameters<typeof Revisao>[0]) {
  const { problems, kind, t, readOnly } = useEditing();
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const blocking = problems.filter(({ blocks }) => blocks);
  const remarks = problems.filter(({ blocks }) => !blocks);
  const template = kind === 'modelo';
  const { sending } = props;
  const send = async () => {
    if (!sending) return;
    setBusy(true);
    setRefused([]);
    try {
      setRefused(await sending.send());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md" className="revisao">
      {blocking.length > 0 && (
        <section aria-label={t.revisao.impedem(blocking.length)}>
          <h3 className="impede">
            <Icone nome="alerta" />{' '}
            {template ? t.revisao.impedemModelo(blocking.length) : t.revisao.impedem(blocking.length)}
          </h3>
          <Lista problems={blocking} badges={props.badges} onClose={props.onClose} />
        </section>
      )}
      {blocking.length === 0 && (
        <Text className="pronto" role="status">
          <Icone nome="certo" /> {template ? t.revisao.prontoModelo : t.revisao.pronto}
        </Text>
      )}
      {remarks.length > 0 && (
        <section aria-label={t.revisao.avisos(remarks.length)}>
          <h3>{t.revisao.avisos(remarks.length)}</h3>
          <Lista problems={remarks} badges={props.badges} onClose={props.onClose} />
        </section>
      )}
      {blocking.length === 0 && !template && <Acontece />}
      {refused.length > 0 && (
        <Alert color="red" variant="outline" role="alert" title={t.revisao.servico} className="aviso-erro">
          <Lista problems={refused} badges={props.badges} onClose={props.onClose} />
        </Alert>
      )}
      {sending?.envelopeId && <Text size="sm">{t.revisao.envelope}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {t.revisao.voltar}
        </Button>
        {sending?.envelopeId && (
          <Button component={Link} to={`/envelopes/${sending.envelopeId}`} leftSection={<Icone nome="envelope" />}>
            {t.revisao.irAoEnvelope}
          </Button>
        )}
        {sending && !sending.envelopeId && blocking.length === 0 && !readOnly && (
          <Button loading={busy} leftSection={<Icone nome="enviar" />} onClick={() => void send()}>
            {t.revisao.enviar}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Lista(props: {
  readonly problems: readonly Problem[];
  readonly badges: ReadonlyMap<string, Badge>;
  readonly onClose: () => void;
}) {
  const { editor, lead, t } = useEditing();
  const about = ({ spot }: Problem): string => {
    if (spot.at === 'parte') return props.badges.get(spot.id)?.nome ?? t.pessoas.semNome;
    const field = spot.at === 'campo' ? editor.present.campos.find(({ id }) => id === spot.id) : undefined;
    return field
      ? `${field.rotulo || t.tipos[field.tipo]}, ${t.pagina(field.pagina, 0).split(' ').slice(0, 2).join(' ')}`
      : '';
  };
  return (
    <ul className="problemas">
      {props.problems.map((problem) => {
        const { spot, fault } = problem;
        const who = about(problem);
        return (
          <li key={`${problem.path} ${problem.fault.kind}`}>
            <button
              type="button"
              onClick={() => {
                // Where the dialog came from has the focus again before anything else is opened and returns it there.
                focusAfter(props.onClose, () => document.querySelector<HTMLElement>(`.${REVIEW_CLASS}`));
                lead(spot);
              }}
            >
              <span>
                {who && <strong dir="auto">{who}: </strong>}
                {t.problema(fault, 'name' in spot ? spot.name : '')}
              </span>
              <span className="ir">
                {t.revisao.ir} <Icone nome="direita" tamanho={14} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Who gets what, by which way, when. */
function Acontece() {
  const { editor, t } = useEditing();
  const { ambiente } = usePanel();
  const { language } = useSpeech();
  const { opcoes, partes, campos } = editor.present;
  if (!opcoes) return null;
  const turns = opcoes.ordenado ? turnsOf(partes) : [[...partes]];
  const line = (party: Party) => {
    const { recebe } = t.revisao;
    const way =
      party.metodoEntrega === 'SMS'
        ? recebe.SMS(party.nome || t.pessoas.semNome, party.telefone)
        : party.metodoEntrega === 'LINK'
          ? recebe.LINK(party.nome || t.pessoas.semNome)
          : recebe.EMAIL(party.nome || t.pessoas.semNome, party.email);
    const proof = t.revisao.comprova(factorsOf(party, opcoes).map((fator) => t.fatores[fator]));
    return `${way}; ${proof}; ${t.revisao.preenche(campos.filter(({ dono }) => dono === party.id).length)}.`;
  };
  return (
    <section className="acontece" aria-label={t.revisao.acontece}>
      <h3>{t.revisao.acontece}</h3>
      {turns.map((turn, index) => (
        <div key={turn[0]?.id ?? index}>
          {turns.length > 1 && <h4>{t.revisao.vez(index + 1)}</h4>}
          {turns.length === 1 && turn.length > 1 && <h4>{t.revisao.todos}</h4>}
          <ul>
            {turn.map((party) => (
              <li key={party.id} dir="auto">
                {line(party)}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul>
        <li>
          {opcoes.prazoEm ? t.revisao.prazo(formatMoment(opcoes.prazoEm, language, 'longo')) : t.revisao.semPrazo}
        </li>
        {opcoes.lembrete && <li>{t.revisao.lembrete[opcoes.lembrete]}</li>}
        <li>{ambiente === 'TESTE' ? t.revisao.teste : t.revisao.franquia}</li>
        <li>{t.revisao.imutavel}</li>
      </ul>
    </section>
  );
}
