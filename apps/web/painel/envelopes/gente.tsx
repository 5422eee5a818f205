import { ActionIcon, Button, Menu, Modal, Stack, Switch, Text, Title } from '@mantine/core';
import type { Envelope } from '@rubrica/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { inOrder } from '../../kit/list.ts';
import { nameOf } from '../documentos/estado.ts';
import { useAvisos } from '../partes/avisos.tsx';
import { useLastWish } from '../partes/desejo.ts';
import { useForm } from '../partes/formulario.ts';
import { Icone } from '../partes/icone.tsx';
import { Ordenavel } from '../partes/ordenavel.tsx';
import { useRepeticao } from '../partes/repeticao.ts';
import { Rodape } from '../partes/rodape.tsx';
import { useBase } from '../textos/base.ts';
import { useDocumentos, usePalavras } from '../textos/documentos.ts';
import { useEnvelopes } from '../textos/envelopes.ts';
import { desigual, type Pessoa, pessoasDe, semEla } from './estado.ts';
import { Passos } from './passos.tsx';
import { DialogoPessoa } from './pessoa-dialogo.tsx';
import { Quem } from './quem.tsx';
import { useGente } from './usar-gente.ts';

type Dialog = { readonly what: 'incluir' } | { readonly what: 'alterar' | 'remover'; readonly pessoa: Pessoa } | null;

/** Who signs, given once for every document. @param props.muda whether the role lets it be changed */
export function Gente({ envelope, muda }: { readonly envelope: Envelope; readonly muda: boolean }) {
  const t = useEnvelopes();
  const nomear = useNomear();
  const gente = useGente(envelope);
  const [dialog, setDialog] = useState<Dialog>(null);
  const { documentos } = envelope;
  const acts = muda && gente.andamento === null;
  const { pessoas, ordered, wanted, arrange, setInTurns } = useOrdem(envelope, gente);
  return (
    <section aria-labelledby="gente-do-envelope" className="lado-do-envelope">
      <Title order={2} size="h4" id="gente-do-envelope">
        {t.gente.titulo}
      </Title>
      <Text size="sm" c="dimmed">
        {documentos.length === 0 ? t.gente.semDocumentos : pessoas.length === 0 ? t.gente.vazio : t.gente.dica}
      </Text>
      {muda && pessoas.length > 1 && (
        <Switch
          label={t.gente.emOrdem}
          description={ordered > 0 && ordered < documentos.length ? t.gente.ordemMista : t.gente.emOrdemDica}
          checked={wanted}
          onChange={(event) => setInTurns(event.currentTarget.checked)}
        />
      )}
      {pessoas.length > 0 && (
        <Ordenavel
          itens={pessoas}
          chave={({ chave }) => chave}
          nome={nomear}
          rotulo={t.gente.titulo}
          onOrdem={muda && ordered > 0 ? arrange : null}
        >
          {(pessoa, index) => (
            <Cartao
              pessoa={pessoa}
              envelope={envelope}
              vez={ordered > 0 ? index + 1 : null}
              gente={acts ? gente : null}
              onDialog={setDialog}
            />
          )}
        </Ordenavel>
      )}
      <Passos andamento={gente.andamento} />
      {muda && documentos.length > 0 && (
        <Button
          variant="default"
          leftSection={<Icone nome="somar" />}
          disabled={!acts}
          onClick={() => setDialog({ what: 'incluir' })}
        >
          {t.gente.incluir}
        </Button>
      )}
      {dialog?.what === 'remover' && <Remover pessoa={dialog.pessoa} gente={gente} onClose={() => setDialog(null)} />}
      {(dialog?.what === 'incluir' || dialog?.what === 'alterar') && (
        <DialogoPessoa
          envelope={envelope}
          pessoa={dialog.what === 'alterar' ? dialog.pessoa : null}
          gente={gente}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

/** The order in which people sign; what was wished is shown until every document has it. */
function useOrdem({ documentos }: Envelope, gente: ReturnType<typeof useGente>) {
  const order = useShownWish<readonly string[]>(documentos, (chaves) => gente.ordenar(chaves));
  const inTurns = useShownWish<boolean>(documentos, (ordenado) =>
    gente.emOrdem(
      ordenado,
      pessoas.map(({ chave }) => chave),
    ),
  );
  const pessoas = inOrder(pessoasDe(documentos), ({ chave }) => chave, order.wish ?? []);
  /** In how many documents people sign one after the other. */
  const ordered = documentos.filter(({ ordenado }) => ordenado).length;
  const wanted = inTurns.wish ?? ordered === documentos.length;
  // Neither is switched off while it is being saved, which would take the focus from whoever uses the keyboard.
  return { pessoas, ordered, wanted, arrange: order.want, setInTurns: inTurns.want };
}

/** A wish about documents, saved, and to be shown until they come as it wants them. */
function useShownWish<W>(documentos: Envelope['documentos'], save: (wish: W) => Promise<void>) {
  const avisos = useAvisos();
  /** `until` is null while it is being saved, then the documents as they were shown last. */
  const [shown, setShown] = useState<{ readonly wish: W; readonly until: Envelope['documentos'] | null } | null>(null);
  const latest = useRef(documentos);
  useLayoutEffect(() => {
    latest.current = documentos;
  });
  const begin = useLastWish<W>(save, (error) => {
    setShown((now) => (error === undefined && now ? { ...now, until: latest.current } : null));
    if (error !== undefined) avisos.erro(error);
  });
  const want = (wish: W) => {
    setShown({ wish, until: null });
    begin(wish);
  };
  const wish = shown && (shown.until === null || shown.until === documentos) ? shown.wish : null;
  return { wish, want };
}

function useNomear() {
  const t = useDocumentos();
  return ({ signatario }: Pessoa) => nameOf(signatario, t.signatario.semNome);
}

function Cartao(props: {
  readonly pessoa: Pessoa;
  readonly envelope: Envelope;
  /** Their turn; null where all sign at once. */
  readonly vez: number | null;
  /** Null where nothing may be done now. */
  readonly gente: ReturnType<typeof useGente> | null;
  readonly onDialog: (dialog: Dialog) => void;
}) {
  const t = useEnvelopes();
  const words = usePalavras();
  const nomear = useNomear();
  const avisos = useAvisos();
  const keyOf = useRepeticao();
  const { pessoa, gente, vez } = props;
  const { documentos } = props.envelope;
  const name = nomear(pessoa);
  const out = semEla(pessoa, documentos);
  const { email, telefone, funcao } = pessoa.signatario;
  return (
    <div className="gente-cartao">
      <div className="gente-quem">
        <Quem nome={name} signatario={pessoa.signatario} />
        <Text size="sm" c="dimmed">
          {words.funcao[funcao]}
          {vez !== null && ` · ${t.gente.vez(vez)}`} ·{' '}
          {out.length === 0 ? t.gente.emTodos : t.gente.emAlguns(pessoa.lugares.length, documentos.length)}
        </Text>
        {out.length > 0 && (
          <Text size="sm" className="gente-falta" dir="auto" lineClamp={3}>
            {t.gente.faltaEm(out.map(({ titulo }) => titulo).join(', '))}
          </Text>
        )}
        {desigual(pessoa) && (
          <Text size="sm" className="ruim">
            {t.gente.diferente}
          </Text>
        )}
        {/* Without a contact nothing would tell that it is the same person there. */}
        {out.length > 0 && gente && (email || telefone) && (
          <Button
            size="compact-sm"
            variant="default"
            mt={4}
            aria-label={t.gente.completarNome(name)}
            onClick={() =>
              void gente
                .completar(pessoa, keyOf([pessoa.chave, out.map(({ id }) => id)]))
                .then(() => avisos.feito(t.gente.completado(name)), avisos.erro)
            }
          >
            {t.gente.completar}
          </Button>
        )}
      </div>
      {gente && <Atos pessoa={pessoa} name={name} onDialog={props.onDialog} />}
    </div>
  );
}

function Atos(props: { readonly pessoa: Pessoa; readonly name: string; readonly onDialog: (dialog: Dialog) => void }) {
  const t = useEnvelopes();
  const { pessoa, name } = props;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.gente.alterar(name)}
        onClick={() => props.onDialog({ what: 'alterar', pessoa })}
      >
        <Icone nome="editar" />
      </ActionIcon>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.rascunho.acoes(name)}>
            <Icone nome="mais" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icone nome="lixeira" />} onClick={() => props.onDialog({ what: 'remover', pessoa })}>
            {t.gente.remover}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Asks, because the fields placed for the person go with them. */
function Remover(props: {
  readonly pessoa: Pessoa;
  readonly gente: ReturnType<typeof useGente>;
  readonly onClose: () => void;
}) {
  const base = useBase();
  const t = useEnvelopes();
  const avisos = useAvisos();
  const name = useNomear()(props.pessoa);
  const form = useForm({}, {});
  const remove = async () => {
    await props.gente.remover(props.pessoa);
    avisos.feito(t.gente.removida(name));
    props.onClose();
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t.gente.removerTitulo(name)}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <form onSubmit={(event) => void form.submit(event, remove)} noValidate>
        <Stack>
          <Text size="sm">{t.gente.removerTexto}</Text>
          <Passos andamento={props.gente.andamento} />
          <Rodape
            recusa={form.fault}
            onClose={props.onClose}
            acao={t.gente.remover}
            ocupado={form.busy}
            perigo
            foco="saida"
          />
        </Stack>
      </form>
    </Modal>
  );
}
