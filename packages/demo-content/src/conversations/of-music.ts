/** Conversations in the chats of channels with music and films. */
import { conversation } from './conversation.ts';

export const LOFI = conversation(`
a: Perfect for homework, thank you.
b: What are you writing?
a: History. Two pages to go, and this helps.
b: Chemistry here. Race you.
a: Done with one. You?
b: I drew a molecule and named it Fader.

c: Is Fader the cat asleep again?
host: On the warm part of the mixer. I cannot reach the reverb.
c: Then no reverb tonight.
d: The cat has a good ear. It is dry enough outside of the window.

e: The rain in this one ☔
f: It is real. There is a bus in it, if you listen.
e: I heard the bus! Around the second round.
g: I wait for the bus every time. It is never late.

h: Which sampler is that?
host: A borrowed one. It has eight seconds of memory, and I use all of them.
h: Eight seconds, and it sounds like an evening.
i: Limits are the best instrument.

j: Is the piano a record or you?
host: Me, at my aunt’s, through a phone in a shoe.
j: In a shoe?
host: It takes the edge off. Brown leather, size forty-three.
k: Producers will buy that shoe.

l: Writing a letter by hand for the first time in years.
m: To whom?
l: To a friend who moved. I tell her about this stream.
m: Put the link in, in your best handwriting.
n: Long letters club, sign here ✍️

o: It is three in the morning, and I am not even tired.
p: Drink some water and blink.
o: Thank you, kind stranger.
p: We are all on the night bus here.
`);

export const PIANO = conversation(`
a: Könntest du das in Es-Dur spielen?
host: Nach diesem. Es braucht einen tiefen Atemzug.
a: Lass dir Zeit. Ich nehme sie mir auch.

b: So leise sollten meine Nachbarn sein.
c: Meine klopfen, wenn ich aufhöre.
b: Das sind die besten.
d: Unsere singen mit. Falsch, aber im Takt.

e: Wunderschön 🎹
f: Der Filz klingt wie ein Zimmer mit Teppich.
e: Ein Zimmer mit Teppich und Regen.
host: Es gibt einen Teppich, und es regnet. Den Rest macht das Dach.

g: Das habe ich als Kind gelernt.
h: Und kannst du es noch?
g: Die erste Seite. Dann summe ich.
h: Bei mir ist es umgekehrt. Ich kann nur noch den Schluss.
g: Zusammen haben wir das ganze Stück.

i: Die linke Hand ist so gleichmäßig.
j: Ich übe diesen Takt seit einem Monat, und meine hinkt.
host: Spiel ihn eine Woche lang zu langsam. Langsamer, als du es aushältst.
j: Ich halte sehr wenig aus.
k: Der Rat hilft. Ich bin einundvierzig, und ich habe zwei Wochen gebraucht.

l: Was liegt neben den Noten?
m: Ein Foto der Katze, glaube ich.
host: Ein Einkaufszettel. Milch, Kerzen, Saiten.
l: Das wäre ein guter Titel für ein Nocturne.

n: Ich lasse das für meinen Vater laufen. Er sagt, die Stimmung sei ehrlich.
host: Das ist das schönste Wort dafür. Danke euch beiden.
n: Er war fünfzig Jahre lang Klavierstimmer.
host: Dann setze ich mich jetzt gerade hin.
`);

export const RAILWAY = conversation(`
a: Je prenais cette ligne chaque été.
b: Pour aller où ?
a: Jusqu’au bout. Ma tante s’occupait du jardin de la gare.
b: Il est toujours là, dans la dernière demi-heure. Des roses jusqu’à l’horloge.

c: La lumière dans la vallée, là, maintenant.
d: Tout est fait à la main. Du papier et des lampes.
c: J’oublie sans cesse que ce n’est pas une fenêtre.
d: C’est une fenêtre. Seul le train est petit.

e: Pas de coupe, pas de paroles. Merci.
f: Chut 😄
e: Vous avez raison. Chut.

g: C’est le viaduc de Hautelande ?
h: Oui. Je passe sur le vrai deux fois par jour, et la troisième arche est juste.
g: Qu’a-t-elle de particulier, la troisième arche ?
h: Elle a été reconstruite en 1931, un peu plus étroite. On le sent dans les roues.
i: Il y a toujours un conducteur dans ce chat quand on en cherche un.

j: Des moutons ! 🐑
k: Sept. Il y en aura huit au retour.
j: D’où vient le huitième ?
k: C’est un long film.

l: La prochaine séance est à quelle heure ?
host: Quand celle-ci se termine, après une pause pour le thé. Toute la nuit.
l: Alors je manquerai le début et je le verrai plus tard.
m: C’est un cercle. Il n’y a pas de début sur cette ligne.

n: Lequel regarder ensuite ?
o: « Une fenêtre en mars ». Une fenêtre, et on pleure à la fin.
n: À cause d’une fenêtre ?
o: À cause de la lumière. Faites-moi confiance.

p: Mon fils a posé ses propres rails devant l’écran.
host: Combien de voitures ?
p: Trois, et une chaussure.
q: La chaussure, c’est la voiture-restaurant.
`);
