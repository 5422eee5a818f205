import { Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { AjusteEntrada, Documento, Lembrete, Signatario } from '@rubrica/contract';
import { LEMBRETES } from '@rubrica/contract/enums';
import { usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { useForm } from '../partes/formulario.ts';
import { fromLocal, toLocal } from '../partes/local-moment.ts';
import { formatMoment } from '../partes/momento.tsx';
import { Rodape } from '../partes/rodape.tsx';
import { useSpeech } from '../textos/area.ts';
import { useBase } from '../textos/base.ts';
import { useDocumentos } from '../textos/documentos.ts';
import { useMudou } from './consultas.ts';
import { nameOf, reachedBy } from './estado.ts';

interface Values {
  /** As the inputs have them, in the viewer's zone. */
  readonly prazoEm: string;
  readonly expiraEm: string;
  readonly lembrete: Lembrete | '';
}

const valuesOf = ({ prazoEm, expiraEm, lembrete }: Documento): Values => ({
  prazoEm: toLocal(prazoEm),
  expiraEm: toLocal(expiraEm),
  lembrete: lembrete ?? '',
});

/** Only what was changed; what was emptied is erased. */
function changed(before: Values, after: Values): AjusteEntrada {
  const moment = (name: 'prazoEm' | 'expiraEm') =>
    after[name] === before[name] ? {} : { [name]: fromLocal(after[name]) };
  return {
    ...moment('prazoEm'),
    ...moment('expiraEm'),
    ...(after.lembrete === before.lembrete ? {} : { lembrete: after.lembrete || null }),
  };
}

/** Changes until when a document may be signed and how often people are reminded, telling first what that does to whom. */
export function AdjustDialog({ documento, onClose }: { readonly documento: Documento; readonly onClose: () => void }) {
  const base = useBase();
  const t = useDocumentos();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudou();
  const first = valuesOf(documento);
  const form = useForm(first, {});
  const changes = changed(first, form.values);
  const adjust = async () => {
    if (Object.keys(changes).length > 0) {
      mudou.documento(await client.ajustarDocumento({ params: { documentoId: documento.id }, body: changes }));
      avisos.feito(t.ajustar.feito);
    }
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t.ajustar.titulo} closeButtonProps={{ 'aria-label': base.acoes.fechar }}>
      <form onSubmit={(event) => void form.submit(event, adjust)} noValidate>
        <Stack>
          <TextInput
            label={t.pagina.prazo}
            description={t.ajustar.prazoDica}
            type="datetime-local"
            data-autofocus
            {...form.text('prazoEm')}
          />
          <TextInput
            label={t.ajustar.expira}
            description={t.ajustar.expiraDica}
            type="datetime-local"
            {...form.text('expiraEm')}
          />
          <NativeSelect
            label={t.ajustar.lembrete}
            value={form.values.lembrete}
            onChange={({ currentTarget: { value } }) => form.set('lembrete', value as Values['lembrete'])}
            data={(['', ...LEMBRETES] as const).map((value) => ({ value, label: t.ajustar.lembretes[value] }))}
            error={form.problem('lembrete')}
          />
          <Effects documento={documento} changes={changes} />
          <Rodape recusa={form.fault} onClose={onClose} acao={t.ajustar.confirmar} ocupado={form.busy} />
        </Stack>
      </form>
    </Modal>
  );
}

/** What the adjustment changes, and for whom. */
function Effects({ documento, changes }: { readonly documento: Documento; readonly changes: AjusteEntrada }) {
  const t = useDocumentos();
  const { language } = useSpeech();
  const reached = reachedBy(documento);
  const moment = (value: string | null) => (value === null ? t.ajustar.sem : formatMoment(value, language));
  const names = (people: readonly Signatario[]) =>
    new Intl.ListFormat(language).format(people.map((one) => nameOf(one, t.signatario.semNome)));
  const { prazoEm, expiraEm, lembrete } = changes;
  const lines = [
    ...(prazoEm === undefined
      ? []
      : [
          t.ajustar.mudaPrazo(moment(documento.prazoEm), moment(prazoEm)),
          ...(reached.prazo.length > 0 ? [t.ajustar.avisados(names(reached.prazo))] : []),
          ...(reached.semAviso.length > 0 ? [t.ajustar.semAviso(names(reached.semAviso))] : []),
        ]),
    ...(expiraEm === undefined ? [] : [t.ajustar.mudaExpira(moment(documento.expiraEm), moment(expiraEm))]),
    ...(lembrete === undefined ? [] : [t.ajustar.mudaLembrete(t.ajustar.lembretes[lembrete ?? ''])]),
    ...(lembrete && reached.lembrete.length > 0 ? [t.ajustar.lembrados(names(reached.lembrete))] : []),
  ];
  return (
    <section className="adjust-effects" aria-live="polite" aria-label={t.ajustar.efeitos}>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.ajustar.nada}
        </Text>
      ) : (
        <ul>
          {lines.map((line) => (
            <Text key={line} component="li" size="sm" dir="auto">
              {line}
            </Text>
          ))}
        </ul>
      )}
    </section>
  );
}
