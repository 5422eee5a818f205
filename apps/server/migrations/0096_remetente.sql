-- Who sends, by the name that the evidence has: that of the organization when the document was sent. Whatever it is called
-- afterwards, signers are shown this one. Null in drafts, and in what was sent before.
alter table documento add column remetente text;
