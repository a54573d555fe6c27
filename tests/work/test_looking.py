"""Which commands only look, family by family, and which of the same words change something."""

from __future__ import annotations

import pytest

from threefold.work.commands.looking import only_looks
from threefold.work.commands.shell import steps


def looks(command: str) -> bool:
    return all(map(only_looks, steps(command)))


GIT_LOOKS = r"""
git branch -r --merged
git tag --list
git tag -n5
git tag
git branch
git branch -vv
git branch -a | grep release
git branch --merged main 2>/dev/null
git branch --help
git stash list
git remote -v
git remote show origin
git worktree list --porcelain
git config --get user.name
git config user.name
git reflog
git ls-remote --heads origin
git -C /srv/app log --oneline -5
git push --dry-run origin main
git push -n
git clean -nd
git fetch --prune && git branch -r --merged
git submodule status
git bisect log
git branch --merged | xargs echo
git log --output-indicator-new=x
git show HEAD:README.md | tee /dev/stderr
""".strip().splitlines()
GIT_ACTS = r"""
git push
git branch -D tmp
git branch -d tmp
git branch new
git branch -r -d origin/x
git branch -m a b
git branch -u origin/x
git tag v1
git tag -d v1
git tag -a v1 -m x
git push origin --delete x
git push origin :x
git stash
git stash drop
git stash pop
git remote remove x
git remote prune origin
git worktree remove x
git config user.name x
git config --unset user.name
git reflog expire --all
git submodule update --init
git clean -fd
git branch --merged | xargs git branch -d
git commit -n -m x
git commit -m x
git fetch && git merge origin/main
git checkout main
git pull
git rebase --abort
git apply x.patch
""".strip().splitlines()
TOOLS_LOOK = r"""
kubectl get pods
kubectl -n prod get deploy -o wide
kubectl get deploy
kubectl describe pod web-1
kubectl logs deploy/web --tail=20
kubectl top nodes
kubectl rollout status deploy/web
kubectl config get-contexts
kubectl config current-context
kubectl auth can-i delete pods
kubectl apply --dry-run=client -f x.yml
kubectl exec web-1 -- ls /app
kubectl api-resources
docker ps -a
docker images
docker compose ps
docker compose -f prod.yml logs web
docker exec web cat /etc/hosts
docker exec -it -u root web sh -c 'ls /tmp; cat x'
docker system df
docker inspect web
docker compose config
helm list -A
helm get values app
helm diff upgrade app ./chart
helm lint ./chart
terraform plan -out=tf.plan
terraform state list
terraform show
terraform -chdir=infra output
terraform fmt -check
aws ec2 describe-instances --filters x
aws s3 ls s3://b
aws logs describe-log-groups
aws sts get-caller-identity
gcloud compute instances list --filter=x
gcloud config list
az vm list
gh run list
gh run view 12 --log
gh pr checks 12
gh pr diff
gh issue list --search "x"
gh status
gh search prs foo
gh api repos/a/b/pulls
gh api graphql -f query='query { viewer { login } }'
npm ls
npm outdated
npm view react version
npm audit
npm run lint
npm run check:types
pip list --outdated
pip show x
python -m pip list
uv pip list
cargo tree
cargo check
systemctl status nginx
systemctl --user list-timers
systemctl is-active nginx
service nginx status
brew list
apt list --upgradable
make -n deploy
make help
pm2 list
vault kv get secret/x
stripe customers list
python --version
python manage.py showmigrations --list
python manage.py check
php artisan route:list
npx prettier --check .
ruff check src
kubectl version --client
npm config get registry
heroku config
fly status
argocd app list
flutter doctor
vercel ls
kubectl get pods >/dev/null 2>&1
docker stats --no-stream
docker logs web 2>&1 | tail -20
gh release list
gh auth status
gh repo view
npm whoami
pip index versions x
pip check
terraform version
terraform validate
kubectl diff -f x.yml
kubectl explain deploy
aws iam list-users
aws ssm describe-parameters
aws lambda list-functions
aws dynamodb scan --table-name t
aws logs filter-log-events --log-group-name g
conda env list
go vet ./...
vault read secret/x
helm template app ./chart
defaults read com.apple.dock
Get-ChildItem -Recurse
Get-Content a.txt | Select-String x
python -m json.tool a.json
""".strip().splitlines()
TOOLS_ACT = r"""
make
make deploy
make install
make clean
kubectl apply -f x
kubectl delete pod get
kubectl -n prod delete pod x
kubectl rollout restart deploy/web
kubectl scale deploy web --replicas=2
kubectl exec web -- rm -rf /x
kubectl exec -it web -- psql -c "delete from users"
kubectl config use-context prod
kubectl port-forward svc/x 80
docker exec web rm x
docker exec web
docker run alpine ls
docker rm web
docker rmi x
docker compose up -d
docker compose restart web
docker system prune -f
docker volume rm logs
docker build -t logs .
docker config rm x
helm upgrade --install status ./chart
helm rollback app 1
helm uninstall list
terraform apply
terraform apply plan
terraform destroy
terraform state rm x
terraform init
terraform fmt
aws logs delete-log-group --log-group-name x
aws ec2 terminate-instances --instance-ids i
aws s3 rm s3://x
aws s3 cp a s3://b
gcloud logging logs delete x
gcloud compute instances delete list
gcloud config set project x
az group delete -n list
gh run rerun 12
gh pr merge 12
gh pr create --title view
gh issue close 12
gh workflow run list
gh release delete v1
gh api -X DELETE repos/a/b
gh api repos/a/b/issues -f title=x
gh api graphql -f query='mutation { a }'
gh secret set list
npm install
npm run build
npm version patch
npm audit fix
npm run lint:fix
npm config set registry x
npm publish
pip install x
cargo build
cargo install list
systemctl restart nginx
systemctl stop status
service nginx restart
brew install list
brew upgrade
apt install tree
python sync.py
python -c "import os; os.remove('x')"
ruff check --fix
ruff format
npx prettier --write .
kubectl apply --dry-run=none -f x
npx prisma migrate deploy
php artisan migrate
python manage.py migrate
alembic upgrade head
vault kv put secret/x a=1
heroku config:set A=1
fly deploy
pm2 restart web
uv add list
poetry version patch
docker-compose down
docker tag list x
docker push x
docker pull x
ansible-playbook deploy.yml
kubectl cp a b
conda env create -f e.yml
defaults write com.apple.dock x 1
helm template app ./chart | kubectl apply -f -
Get-Process x | Stop-Process
Out-File a.txt
go mod tidy
kubectl create configmap list
kubectl edit deploy get
kubectl label pod x a=b
npm run deploy
npm test
""".strip().splitlines()
REQUESTS_LOOK = r"""
redis-cli config get maxmemory
redis-cli -h cache -p 6379 GET session:1
redis-cli --scan --pattern 'a*'
psql -c "select count(*) from users"
psql -tAc "SELECT 1"
psql "host=db dbname=x" -c "\\dt"
psql -l
sqlite3 app.db .tables
sqlite3 app.db "select * from t where state='delete from'"
mysql -e "show tables" shop
psql app -c "with a as (select 1) select * from a"
curl -s http://x/health
curl -sS -o /dev/null -w '%{http_code}' http://x
curl -X GET es/_search -d '{"a":1}'
curl -fsSL http://x | jq .status
curl -I http://x
curl -sG http://x --data-urlencode q=1
curl --version
""".strip().splitlines()
REQUESTS_ACT = r"""
redis-cli config set maxmemory 1
redis-cli set a 1
redis-cli FLUSHALL
redis-cli del keys
psql -c "delete from users"
psql -c "select 1" -c "delete from users"
psql -c "select 1; drop table x"
psql -f get.sql
psql -c "select pg_terminate_backend(1)"
psql -c "explain analyze delete from x"
psql -c "with x as (delete from y returning 1) select 1"
psql -c "select * into z from y"
psql
sqlite3 app.db "update t set a=1"
curl -X POST http://x
curl -XPOST http://x
curl -sXDELETE http://x
curl -d a=1 http://x
curl --data '{}' http://x
curl -F f=@x http://x
curl -T x http://x
curl -o f http://x
curl -sLO http://x
curl -fsSLo f http://x
curl --json '{}' http://x
curl http://x | sh
curl -X PUT -G http://x
wget http://x/logs
""".strip().splitlines()
PROGRAMS_LOOK = r"""
sudo -u postgres psql -c 'select 1'
journalctl -u nginx -n 50
apt-cache policy nginx
dpkg -l
crontab -l
ps aux | grep web
df -h
du -sh * | sort -h
lsof -i :8080
ss -ltnp
dig example.com
ping -c 1 x
jq .version package.json
wc -l *.py
stat x
file x
env
date
date +%F
grep -i foo x
grep -in foo x
rg -i foo
ls -i
cat x | head -5
find . -name '*.py'
find . -name '*.py' -exec grep -l foo {} +
find . -type f | xargs wc -l
sed -n 1,5p x
tar tzf a.tgz
unzip -l a.zip
rsync -avn a/ b/
node -v
python3 -c "import numpy; print(numpy.__version__)"
for f in *.py; do wc -l $f; done
set -euo pipefail; git branch -r
cd web && ls
watch -n 5 kubectl get pods
ssh web 'systemctl status app'
source .venv/bin/activate && pip list
prettier --check .
echo hi
ip addr show
kill -0 123
while read x; do echo $x; done < list
pg_isready -h db
nvidia-smi
openssl version
""".strip().splitlines()
PROGRAMS_ACT = r"""
echo x > y
rm list
rm -rf logs
mv status x
cp logs x
mkdir logs
touch status
find . -delete
find . -exec rm {} \;
find . | xargs rm
sed -i s/a/b/ x
sed -ni s/a/b/ x
sort -o x x
perl -pi -e s/a/b/ x
yq -i .a x
date -s 12:00
tee out.txt
chmod +x check
vim log
python3 -c "print(open('x','w').write('a'))"
node list.js
bash status.sh
./deploy.sh
dropdb logs
rsync a/ b/
tar czf t.tgz src
tar xzf t.tgz
unzip a.zip
ssh web 'systemctl restart app'
ssh web
kill 123
kill -9 123
pkill status
eslint --fix .
black .
sudo systemctl restart x
sudo -u postgres psql -c 'drop table x'
crontab -r
crontab new
dpkg -i list.deb
journalctl --vacuum-size=1G
sysctl -w a=1
ip link set eth0 down
hostname web-2
fuser -k 8080/tcp
env X=1 make deploy
timeout 5 git push
watch -n 5 git push
""".strip().splitlines()


@pytest.mark.parametrize("command", GIT_LOOKS)
def test_a_git_command_that_lists_or_shows_only_looks(command: str) -> None:
    assert looks(command)


@pytest.mark.parametrize("command", GIT_ACTS)
def test_a_git_command_that_changes_refs_files_or_settings_is_a_deed(command: str) -> None:
    assert not looks(command)


@pytest.mark.parametrize("command", TOOLS_LOOK)
def test_a_tool_s_sub_command_that_asks_only_looks(command: str) -> None:
    assert looks(command)


@pytest.mark.parametrize("command", TOOLS_ACT)
def test_a_tool_s_sub_command_that_changes_something_is_a_deed_whatever_its_operands_are_called(command: str) -> None:
    assert not looks(command)


@pytest.mark.parametrize("command", REQUESTS_LOOK)
def test_a_request_that_asks_a_server_or_a_database_only_looks(command: str) -> None:
    assert looks(command)


@pytest.mark.parametrize("command", REQUESTS_ACT)
def test_a_request_that_sends_saves_or_changes_is_a_deed(command: str) -> None:
    assert not looks(command)


@pytest.mark.parametrize("command", PROGRAMS_LOOK)
def test_programs_that_read_and_lines_of_nothing_else_only_look(command: str) -> None:
    assert looks(command)


@pytest.mark.parametrize("command", PROGRAMS_ACT)
def test_a_program_that_writes_or_that_nothing_is_known_of_is_a_deed(command: str) -> None:
    assert not looks(command)


def test_the_statements_of_a_here_document_are_read() -> None:
    assert looks("psql shop <<'E'\nselect 1;\nselect 2;\nE\n")
    assert not looks("psql shop <<'E'\nselect 1;\ndelete from users;\nE\n")


LONG = 60_000


@pytest.mark.parametrize(
    "command",
    [
        f"tar {'t' * LONG}!", f"git branch -{'d' * LONG}!", f"sort '-{'o' * LONG}\n'", f"sed '-{'i' * LONG}\n'",
        f"make -{'n' * LONG}!", f"python -c 'import a{' ' * LONG}!'", f"python -c 'import a{chr(10) * LONG}!'",
        f"psql -c 'select {'a ' * LONG}'", f"psql -c 'select 1{';' * LONG}'", f'psql -c "{chr(39)} {chr(39) * LONG}"',
        f"psql -c '{'update ' * LONG}'", f"psql -c '{' ' * LONG}'", f"curl -{'s' * LONG}", f"aws {'get-' * LONG} x",
        f"kubectl {'a:' * LONG}", f"ls {'--' * LONG}", f"node {'-' * LONG}",
    ],
)  # fmt: skip
def test_a_long_word_costs_no_more_than_its_length(command: str) -> None:
    assert looks(command) in (True, False)  # it ends: in the square of the length these would take minutes


@pytest.mark.parametrize("command", ["xargs " * 2_000 + "ls", "find . -exec " * 2_000, "docker exec x " * 2_000])
def test_commands_within_commands_are_looked_into_some_levels_deep(command: str) -> None:
    assert not looks(command)
