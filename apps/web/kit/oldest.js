// Runs before the page's own script, also in browsers that cannot run that one, and says what became of it (scripts/too-old.ts).
// Hence the syntax of 2009, and never built. A line that is slow, or an error of ours, is not an old browser.
function tellTheOldest() {
  function tell(id) {
    document.getElementById(id).removeAttribute('hidden');
  }

  function judge(event) {
    if (document.getElementById('app').firstChild) return;
    if (event.target !== window) {
      // The line broke. Of the rest, a sheet or a picture, the page can do without.
      if (event.target.tagName === 'SCRIPT') tell('not-loaded');
      return;
    }
    // Of what is younger than the syntax that it reads, a browser without findLast, of 2022, lacks something too.
    if (/SyntaxError/.test(event.message) || !('findLast' in [])) tell('too-old');
  }

  // That something did not come is told to nobody but who looks before it gets there.
  if ('noModule' in document.createElement('script')) addEventListener('error', judge, true);
  else tell('too-old');
}
tellTheOldest();
