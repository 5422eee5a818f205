import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Icone, type NomeIcone } from '../partes/icone.tsx';
import './avisos.css';
import { useEditing } from './contexto.tsx';
import type { Keeping } from './salvar/usar-salvar.ts';

/** What has to be known before anything is touched: who else edits, what was refused, what changed elsewhere. */
export function Avisos({ keeping, acima }: { readonly keeping: Keeping; readonly acima: string }) {
  const { saving, t } = useEditing();
  const { loaded, allowed, part, conflict, notice } = keeping;
  if (!loaded) return null;
  const toDocument = (
    <Button size="compact-sm" variant="default" component={Link} to={acima}>
      {t.avisos.verDocumento}
    </Button>
  );
  if (!loaded.editable || (saving.state === 'fechado' && saving.why === 'imutavel')) {
    return (
      <Faixa icone="escudo" texto={t.avisos.imutavel}>
        {toDocument}
      </Faixa>
    );
  }
  if (!allowed || (saving.state === 'fechado' && saving.why === 'sem-permissao')) {
    return <Faixa icone="escudo" texto={t.avisos.semPermissao} />;
  }
  if (saving.state === 'fechado') return <Faixa icone="alerta" texto={t.avisos.sumiu} tom="erro" />;
  if (part === 'olha') {
    return (
      <Faixa icone="copiar" texto={keeping.asking ? t.avisos.assumindo : t.avisos.outraAba} tom="aviso">
        <Button size="compact-sm" loading={keeping.asking} onClick={keeping.take}>
          {t.avisos.editarAqui}
        </Button>
      </Faixa>
    );
  }
  if (conflict) {
    return (
      <Faixa icone="alerta" texto={t.avisos.mudou} tom="aviso">
        <Button size="compact-sm" variant="default" onClick={() => keeping.settle(true)}>
          {t.avisos.manter}
        </Button>
        <Button size="compact-sm" onClick={() => keeping.settle(false)}>
          {t.avisos.carregar}
        </Button>
      </Faixa>
    );
  }
  if (saving.state === 'recusado') {
    const told = saving.refusals.map(({ mensagem, ...ruled }) =>
      t.problema({ kind: 'recusado', message: mensagem, ...ruled }, ''),
    );
    const said = [...new Set(told.filter(Boolean))].join(' ');
    return said === '' ? null : <Faixa icone="alerta" texto={`${t.avisos.recusado} ${said}`} tom="erro" />;
  }
  return notice ? <Faixa icone="certo" texto={t.avisos[notice]} /> : null;
}

function Faixa(props: {
  readonly icone: NomeIcone;
  readonly texto: string;
  readonly tom?: 'aviso' | 'erro';
  readonly children?: React.ReactNode;
}) {
  return (
    <div className={`faixa ${props.tom ?? ''}`} role={props.tom === 'erro' ? 'alert' : 'status'}>
      <Icone nome={props.icone} />
      <Text size="sm" component="span">
        {props.texto}
      </Text>
      {props.children && <span className="faixa-atos">{props.children}</span>}
    </div>
  );
}
